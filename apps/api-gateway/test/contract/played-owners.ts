import {
  Caller,
  CommandContract,
  COMMANDS,
  DEFAULT_ACCOUNT_CONFIG,
  EVENTS,
  ListFileImports,
  Problem,
  ShowInstitutionConfig,
  TransactionChanges,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { FakeCommand, GatewayUnderTest } from '../gateway-under-test';
import { filled, Marked, SAMPLE_IDS } from './filled-events';

/** What each owner knows: anything else, and anything of another user's, is not there. */
const KNOWN: ReadonlySet<number> = new Set(Object.values(SAMPLE_IDS));

let version = 1000;

const NOT_NOW = 'Not now.';

export interface Playing {
  /** Whether an owner refuses, for reasons of its own, what it knows and who asks may have. */
  readonly refuses: 'never' | 'sometimes' | 'always';
  /** Called with every command that an owner runs. */
  readonly onCommand: (contract: CommandContract) => void;
}

const MOODY: Playing = { refuses: 'sometimes', onCommand: () => undefined };

/** Plays all owners of commands for one user, as far as contracts tell. @returns what stops them */
export async function playAllOwners(
  gateway: GatewayUnderTest,
  userId: number,
  playing: Playing = MOODY,
): Promise<() => Promise<void>> {
  const services = [...new Set(COMMANDS.map(({ service }) => service))];
  const played = await Promise.all(
    services.map((service) =>
      gateway.playOwner(
        ...COMMANDS.filter((contract) => contract.service === service).map((contract) =>
          owner(contract, userId, playing),
        ),
      ),
    ),
  );
  return async () => {
    for (const one of played) await one.stop();
  };
}

function owner(contract: CommandContract, userId: number, { refuses, onCommand }: Playing): FakeCommand {
  return {
    contract,
    answer: (payload, caller) => {
      onCommand(contract);
      if (contract === ShowInstitutionConfig) return { config: DEFAULT_ACCOUNT_CONFIG }; // of whoever asks
      const isForeign =
        caller.userId !== userId || !isGranted(caller) || idsIn(payload).some((id) => !KNOWN.has(id));
      if (isForeign && contract === ListFileImports) return { imports: [], total: 0 };
      if (isForeign && 'transferLogIds' in (payload as Fields)) return notFoundEach(payload as Fields);
      const isEach = (payload as Fields)['mode'] === 'each';
      if (isForeign && isEach && 'items' in (payload as Fields))
        return outcomesOf(payload as Fields, 'not_found');
      if (isForeign && isEach) return eachLink(contract, payload as Fields, REFUSED);
      if (isForeign)
        throw namesOne(contract, payload as Fields) ? Problem.notFound() : Problem.invalid({ ids: ['No.'] });
      if (refuses === 'always') throw Problem.conflict(NOT_NOW);
      if (refuses === 'sometimes' && !contract.reading && version % 7 === 0) {
        version += 1;
        throw version % 2 === 0 ? Problem.conflict(NOT_NOW) : Problem.invalid({ 'a.field': ['No.'] });
      }
      const marked = { userId, mark: 'ANSWER', offset: 0 };
      if (contract.name in ONE_TRANSACTION)
        return isEach
          ? outcomesOf(payload as Fields, null)
          : oneTransaction(contract, payload as Fields, marked);
      if (isEach) return eachLink(contract, payload as Fields, null);
      if (contract.name in LINKS) return oneLink(contract, payload as Fields, marked);
      const result = resultOf(contract.result, payload as Fields, marked);
      return { ...(result as Fields), ...MEANT[contract.name]?.(payload as Fields, result as Fields) };
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The ids of links that a command lists; of new ones, null. */
const LINKS: Readonly<Record<string, (payload: Fields) => (number | null)[]>> = {
  'create-transfer-links': ({ links }) => (links as Fields[]).map(() => null),
  'update-transfer-links': ({ changes }) =>
    (changes as { transfer_link_id: number }[]).map(({ transfer_link_id: id }) => id),
  'delete-transfer-links': ({ transfer_link_ids }) => transfer_link_ids as number[],
};

const REFUSED = { kind: 'not_found', message: 'Resource not found.', errors: {} };

function eachLink({ name }: CommandContract, payload: Fields, refusal: object | null): Fields {
  const ids = LINKS[name]?.(payload) ?? [];
  return { results: ids.map((transferLinkId) => ({ transferLinkId, link: null, refusal })) };
}

/** Of one link, as it is after the command. */
function oneLink({ name }: CommandContract, payload: Fields, marked: Marked): Fields {
  const [id = null] = LINKS[name]?.(payload) ?? [];
  const link = resultOf(
    TransferLinkUpsertedV1.payload,
    { transfer_link_id: id ?? undefined },
    marked,
  ) as Fields;
  return { results: [{ transferLinkId: link['id'], link, refusal: null }] };
}

/** What an answer says of the thing that was asked for, where its contract does not tell. */
const MEANT: Readonly<Record<string, (payload: Fields, result: Fields) => Fields>> = {
  'begin-file-import': () => ({ id: SAMPLE_IDS.importId }),
  'merge-transactions': settled,
  'undo-merge': settled,
  'create-transfer-pair': paired,
  'decide-transfer-pair': paired,
  'split-transaction': () => ({ upserted: [], removed: [] }),
  'join-transaction': () => ({ upserted: [], removed: [] }),
  'decide-settlement': settled,
  'retry-transfers': succeeded,
  'undo-transfers': succeeded,
  'undo-rule-logs': (_payload, { results }) => ({
    results: (results as Fields[]).map((one) => ({ ...one, success: true, error: null })),
  }),
  'redeliver-webhook': ({ deliveryId }, { delivery }) => ({
    delivery: { ...(delivery as Fields), id: deliveryId },
  }),
  'send-test-event': ({ id }) => ({ endpointId: id }),
};

/** What a command about one transaction leaves out of its changes. */
const ONE_TRANSACTION: Readonly<Record<string, Fields>> = {
  'create-transactions': { removed: [] },
  'update-transactions': { upserted: [], removed: [] },
  'delete-transactions': {},
};

function oneTransaction({ name }: CommandContract, payload: Fields, marked: Marked): Fields {
  const [item = {}] = payload['items'] as Fields[];
  const changes = resultOf(TransactionChanges, item, marked) as Fields;
  return { ...outcomesOf(payload, null), changes: [{ ...changes, ...ONE_TRANSACTION[name] }] };
}

/** Its transactions stay as they are. */
function paired(_payload: Fields, { pair }: Fields): Fields {
  return { changes: [], pair };
}

function settled(_payload: Fields, { settlements }: Fields): Fields {
  return {
    upserted: [],
    removed: [],
    settlements: (settlements as Fields[]).map((one) => ({ ...one, id: 31 })),
  };
}

/** Each item has a result of its own. */
function outcomesOf({ items }: Fields, error: 'not_found' | null): Fields {
  const message = error === null ? 'Done.' : 'Resource not found.';
  const outcomes = (items as Fields[]).map(
    ({ transactionId = error === null ? SAMPLE_IDS.transactionId : null }) => ({
      transactionId,
      error,
      message,
      errors: {},
    }),
  );
  return { outcomes, changes: [] };
}

/** Of several logs each has a result of its own. */
function notFoundEach({ transferLogIds }: Fields): Fields {
  const missing = { success: false, message: 'Resource not found.', error: 'not_found' };
  return {
    results: (transferLogIds as number[]).map((transferLogId) => ({ transferLogId, ...missing })),
    logged: [],
  };
}

function succeeded({ transferLogIds }: Fields): Fields {
  const ids = transferLogIds as number[];
  const done = { success: true, message: 'Done.', error: null };
  return { results: ids.map((transferLogId) => ({ transferLogId, ...done })), logged: [] };
}

/** An answer that the contract allows: resources are the events' samples, with the id that was asked for. */
function resultOf(schema: TSchema, payload: Fields, marked: Marked, at = ''): unknown {
  const event = EVENTS.find((one) => one.payload === schema);
  if (event) {
    const sample = filled(schema, event.sample, '', marked) as Fields;
    const member = `${event.topic.split('.')[0]}-id`;
    const former = member.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    version += 1;
    const id = payload[member.replaceAll('-', '_')] ?? payload[former] ?? sample['id'];
    return { ...sample, version, ...('id' in sample ? { id } : {}) };
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

/** All that the owners know belongs to one account. */
function isGranted({ accountIds }: Caller): boolean {
  return accountIds === null || accountIds.includes(SAMPLE_IDS.accountId);
}

/** The command is about one thing, which may not be there. */
function namesOne({ name: command }: CommandContract, payload: Fields): boolean {
  if (command in LINKS || command in ONE_TRANSACTION) return command !== 'create-transfer-links';
  const isId = (name: string): boolean => /^id$|Id$|_id$/.test(name);
  return Object.entries(payload).some(([name, value]) => isId(name) && typeof value === 'number');
}

/** The ids that a command names, wherever in it. */
function idsIn(payload: unknown): number[] {
  if (typeof payload !== 'object' || payload === null) return [];
  return Object.entries(payload).flatMap(([name, value]: [string, unknown]) => {
    if (!/^ids?$|Ids?$|_ids?$|^order_list$|^financial_accounts$/.test(name)) return idsIn(value);
    return [value].flat().filter((one): one is number => typeof one === 'number');
  });
}
