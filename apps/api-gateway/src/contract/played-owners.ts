import { CommandContract, COMMANDS, EVENTS, Problem } from '@tributary/contracts';
import { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { FakeCommand, GatewayUnderTest } from '../testing/gateway-under-test';
import { filled, Marked } from './filled-events';

/** What each owner knows: anything else, and anything of another user's, is not there. */
const KNOWN = new Set([2, 3, 4, 5, 7, 8, 12, 17, 18, 21, 31, 41, 55, 71, 74, 77, 900, 1001, 7001]);

let version = 1000;

/** Plays all owners of commands for one user, as far as contracts tell. @returns what stops them */
export async function playAllOwners(gateway: GatewayUnderTest, userId: number): Promise<() => Promise<void>> {
  const services = [...new Set(COMMANDS.map(({ service }) => service))];
  const played = await Promise.all(
    services.map((service) =>
      gateway.playOwner(
        ...COMMANDS.filter((contract) => contract.service === service).map((contract) =>
          owner(contract, userId),
        ),
      ),
    ),
  );
  return async () => {
    for (const one of played) await one.stop();
  };
}

function owner(contract: CommandContract, userId: number): FakeCommand {
  return {
    contract,
    answer: (payload, caller) => {
      const isForeign = caller.userId !== userId || idsIn(payload).some((id) => !KNOWN.has(id));
      if (isForeign)
        throw namesOne(payload as Fields) ? Problem.notFound() : Problem.invalid({ ids: ['No.'] });
      if (version % 7 === 0) {
        version += 1;
        throw version % 2 === 0 ? Problem.conflict('Not now.') : Problem.invalid({ 'a.field': ['No.'] });
      }
      return resultOf(contract.result, payload as Fields, { userId, mark: 'ANSWER', offset: 0 });
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** An answer that the contract allows: resources are the events' samples, with the id that was asked for. */
function resultOf(schema: TSchema, payload: Fields, marked: Marked, at = ''): unknown {
  const event = EVENTS.find((one) => one.payload === schema);
  if (event) {
    const sample = filled(schema, event.sample, '', marked) as Fields;
    const name = event.topic.split('.')[0]?.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    version += 1;
    return { ...sample, version, ...('id' in sample ? { id: payload[`${name}Id`] ?? sample['id'] } : {}) };
  }
  if (schema['type'] === 'object' && schema['properties']) {
    const properties = schema['properties'] as Record<string, TSchema>;
    return Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [
        name,
        Value.Check(one, payload[name]) ? payload[name] : resultOf(one, payload, marked, name),
      ]),
    );
  }
  if (schema['type'] === 'array') return [resultOf(schema['items'] as TSchema, payload, marked, at)];
  return filled(schema, undefined, at, marked);
}

/** The command is about one thing, which may not be there. */
function namesOne(payload: Fields): boolean {
  return Object.entries(payload).some(([name, value]) => name.endsWith('Id') && typeof value === 'number');
}

/** The ids that a command names. */
function idsIn(payload: unknown): number[] {
  return Object.entries(payload as Fields).flatMap(([name, value]) => {
    if (!/Ids?$/.test(name)) return [];
    return [value].flat().filter((one): one is number => typeof one === 'number');
  });
}
