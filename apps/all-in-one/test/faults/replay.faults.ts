import { EVENTS } from '@tributary/contracts';
import type { OutgoingMessage } from '@tributary/messaging';
import { eventually } from '@tributary/testing';
import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';
import { GROUPS } from './unrest';

/** All effects of messages; their counts must not grow when every message is delivered again. */
const EFFECTS = {
  transfers: 'select count(*) from transfer_engine.transfers',
  'transfer attempts': 'select count(*) from transfer_engine.transfer_logs',
  links: 'select count(*) from transfer_engine.transfer_links',
  deliveries: 'select count(*) from webhook_dispatcher.deliveries',
  'delivery attempts': 'select count(*) from webhook_dispatcher.delivery_attempts',
  'rule logs': 'select count(*) from rule_engine.rule_logs',
  rules: 'select count(*) from rule_engine.rules',
  'shaped versions': 'select sum(shaped_version) as count from rule_engine.shaped_transactions',
  'dead letters':
    'select (select count(*) from rule_engine.dead_letters) + (select count(*) from transfer_engine.dead_letters)' +
    ' + (select count(*) from webhook_dispatcher.dead_letters) + (select count(*) from api_gateway.dead_letters) as count',
};

const PUBLISHED_AT_A_TIME = 200;
const OBSERVER = 'observer';

/** Faults 5 and 6: every message of every topic is delivered again, first in order, then in random order. */
export function everythingReplayed(rounds: FaultRounds): void {
  describe('every message delivered again', () => {
    it('from the beginning, commands too: no effect happens twice', () =>
      withoutEffect(rounds, 'all offsets set back to the beginning', async (under) => {
        await Promise.all(under.services.map((service) => service.stop()));
        await under.groups.rewind(GROUPS);
        await Promise.all(under.services.map((service) => service.start()));
      }));

    it('in any order, old versions after new ones: no effect happens', () =>
      withoutEffect(rounds, 'all events published again in any order', async (under) => {
        const messages = shuffled(await everyEvent(under), (below) => under.random.below(below));
        for (let first = 0; first < messages.length; first += PUBLISHED_AT_A_TIME) {
          await under.engine.publish(messages.slice(first, first + PUBLISHED_AT_A_TIME));
        }
        return { messages: messages.length };
      }));
  });
}

async function withoutEffect(
  rounds: FaultRounds,
  fault: string,
  replay: (under: SystemUnderFault) => Promise<Record<string, number> | void>,
): Promise<void> {
  const { under } = rounds;
  for (let versions = 2; versions > 0; versions -= 1) {
    await under.work.add(1); // amends what the previous call added, so that there are old and new versions
    expect((await under.settle()).left).toEqual([]);
  }
  const before = await effects(under);
  const listed = await under.listing();
  await rounds.play(fault, async () => {
    const began = Date.now();
    const figures = await replay(under);
    expect((await under.settle()).left).toEqual([]);
    return { ...figures, replayedS: (Date.now() - began) / 1000 };
  });
  expect(await effects(under)).toEqual(before);
  expect(await under.listing()).toEqual(listed);
}

async function effects({ postgres }: SystemUnderFault): Promise<Record<string, number>> {
  const counts = Object.entries(EFFECTS).map(
    async ([what, sql]) => [what, await postgres.count(sql)] as const,
  );
  return Object.fromEntries(await Promise.all(counts));
}

/** Reads all messages of all topics as an observer, without the poison messages that have no id. */
async function everyEvent({ engine, groups }: SystemUnderFault): Promise<OutgoingMessage[]> {
  const messages: OutgoingMessage[] = [];
  const observing = await engine.consume({
    group: OBSERVER,
    topics: [...new Set(EVENTS.map(({ topic }) => topic))],
    concurrency: 4,
    onBatch: async (batch) => {
      for (const { topic, key, value, headers } of batch.messages)
        messages.push({ topic, key, value, headers });
      const last = batch.messages.at(-1);
      if (last) batch.resolve(last);
    },
  });
  await eventually(
    async () => {
      const [status] = await groups.statuses([OBSERVER]);
      expect(messages.length).toBeGreaterThan(0);
      expect(status?.lag).toBe(0);
    },
    { timeoutMs: 30_000, intervalMs: 200 },
  );
  await observing.stop();
  return messages.filter(({ value }) => isJson(value));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Shuffles by Fisher and Yates. */
function shuffled<T>(values: readonly T[], below: (limit: number) => number): T[] {
  const result = [...values];
  for (let left = result.length - 1; left > 0; left -= 1) {
    const other = below(left + 1);
    [result[left], result[other]] = [result[other] as T, result[left] as T];
  }
  return result;
}
