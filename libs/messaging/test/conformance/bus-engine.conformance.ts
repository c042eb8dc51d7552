import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { systemClock } from '../../src/clock';
import { CommandsUnderWay } from '../../src/commands/commands-under-way';
import {
  Batch,
  BusEngine,
  Consumption,
  MAX_MESSAGE_BYTES,
  OutgoingMessage,
  ReceivedMessage,
} from '../../src/bus-engine';

/** A bus to hold to its promises: each engine made from it is one instance of one service. */
export interface BusUnderTest {
  engine(): BusEngine;
  close(): Promise<void>;
}

const PARTITIONS = 4;

/** What every engine of the bus must do; run against each of them. */
export function busEngineConformance(openBus: () => Promise<BusUnderTest>): void {
  let bus: BusUnderTest;
  let engines: BusEngine[];
  let topic: string;

  beforeAll(async () => {
    bus = await openBus();
  });
  afterAll(() => bus.close());
  beforeEach(() => {
    engines = [];
    topic = `thing.${randomUUID().slice(0, 8)}`;
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  });

  function engine(): BusEngine {
    const made = bus.engine();
    engines.push(made);
    return made;
  }

  async function declareTopic(...consumerGroups: string[]): Promise<BusEngine> {
    const producer = engine();
    await producer.ensureTopics([{ name: topic, partitions: PARTITIONS, consumerGroups }]);
    return producer;
  }

  /** A member that notes what it took; `onMessage` may throw, which leaves the rest of the batch unresolved. */
  async function member(
    group: string,
    onMessage: (message: ReceivedMessage) => Promise<void> | void,
  ): Promise<Consumption> {
    const onBatch = async (batch: Batch): Promise<void> => {
      for (const message of batch.messages) {
        if (batch.isStale()) return;
        await onMessage(message);
        batch.resolve(message);
      }
    };
    return engine().consume({ group, topics: [topic], concurrency: PARTITIONS, onBatch });
  }

  function messages(keys: readonly string[], perKey: number): OutgoingMessage[] {
    return Array.from({ length: perKey }, (_, place) =>
      keys.map((key) => ({ topic, key, value: String(place), headers: { place: String(place) } })),
    ).flat();
  }

  const keys = Array.from({ length: 10 }, (_, index) => `account-${index}`);

  it('keeps the order of each key', async () => {
    const producer = await declareTopic('readers');
    const seen = new Map<string, number[]>();
    await member(
      'readers',
      ({ key, value }) => void seen.set(key, [...(seen.get(key) ?? []), Number(value)]),
    );
    await producer.publish(messages(keys, 30));
    await eventually(() => {
      for (const key of keys) expect(leadsInOrder(seen.get(key) ?? [])).toBe(30);
    });
  });

  it('processes no more partitions at once than the member says, and all in the end', async () => {
    const producer = await declareTopic('readers');
    const seen = new Set<string>(); // a rebalance delivers some twice
    let [atOnce, atOnceMax] = [0, 0];
    const onBatch = async (batch: Batch): Promise<void> => {
      atOnceMax = Math.max(atOnceMax, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 20)); // others would begin meanwhile
      atOnce -= 1;
      for (const message of batch.messages) {
        seen.add(`${message.key} ${message.value}`);
        batch.resolve(message);
      }
    };
    await engine().consume({ group: 'readers', topics: [topic], concurrency: 2, onBatch });
    await producer.publish(messages(keys, 5));
    await eventually(() => expect(seen.size).toBe(5 * keys.length));
    expect(atOnceMax).toBe(2);
  });

  it('delivers key, value and headers as they were sent', async () => {
    const producer = await declareTopic('readers');
    const seen: ReceivedMessage[] = [];
    await member('readers', (message) => void seen.push(message));
    await producer.publish([
      { topic, key: 'clé', value: '{"payee":"Kahvila Öy"}', headers: { traceparent: '00-a-b-01' } },
    ]);
    await eventually(() =>
      expect(seen).toMatchObject([
        { topic, key: 'clé', value: '{"payee":"Kahvila Öy"}', headers: { traceparent: '00-a-b-01' } },
      ]),
    );
  });

  it('accepts megabytes under one key at once, of small and maximal messages, in any script', async () => {
    const producer = await declareTopic('readers');
    const seen: number[] = [];
    await member('readers', ({ value }) => void seen.push(Number(value.slice(0, 4))));
    const text = (place: number, bytes: number): string =>
      `${place}`.padStart(4, '0') + 'ö'.repeat(bytes / 2 - 2);
    const large = Array.from({ length: 5 }, (_, place) => text(place, MAX_MESSAGE_BYTES));
    const small = Array.from({ length: 1500 }, (_, place) => text(large.length + place, 2000));
    await producer.publish(
      [...large, ...small].map((value) => ({ topic, key: 'account-1', value, headers: {} })),
    );
    await eventually(() => expect(leadsInOrder(seen)).toBe(large.length + small.length), {
      timeoutMs: 20_000,
    });
  });

  it('gives every group every message, also a group whose members join later', async () => {
    const producer = await declareTopic('early', 'late');
    const seen = { early: new Set<string>(), late: new Set<string>() };
    await member('early', ({ key, value }) => void seen.early.add(`${key}/${value}`));
    const published = producer.publish(messages(keys, 3));
    await eventually(() => expect(seen.early.size).toBe(30));
    await member('late', ({ key, value }) => void seen.late.add(`${key}/${value}`));
    await eventually(() => expect(seen.late.size).toBe(30));
    await published;
  });

  it('delivers again the messages that a failing member did not resolve, and no others', async () => {
    const producer = await declareTopic('readers');
    const taken: string[] = [];
    let failures = 0;
    await member('readers', ({ value }) => {
      if (value === '5' && failures++ < 2) throw new Error('the handler crashed');
      taken.push(value);
    });
    await producer.publish(messages(['one-account'], 10));
    await eventually(() => expect(taken).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']));
    expect(failures).toBe(3);
  });

  it('shares the work among the instances of one service, each message once', async () => {
    const producer = await declareTopic('readers');
    const takenBy: Record<string, string[]> = { first: [], second: [] };
    await member('readers', ({ key, value }) => void takenBy.first!.push(`${key}/${value}`));
    await member('readers', ({ key, value }) => void takenBy.second!.push(`${key}/${value}`));
    // Members of a group settle first; the test is about the work of a stable group.
    await eventually(async () => {
      takenBy.first = [];
      takenBy.second = [];
      await producer.publish(messages(keys, 1));
      await eventually(() =>
        expect(takenBy.first!.length + takenBy.second!.length).toBeGreaterThanOrEqual(10),
      );
      expect(takenBy.first.length).toBeGreaterThan(0);
      expect(takenBy.second.length).toBeGreaterThan(0);
      expect(new Set([...takenBy.first, ...takenBy.second]).size).toBe(10);
    });
    await producer.publish(messages(keys, 20).slice(10));
    await eventually(() => expect(takenBy.first!.length + takenBy.second!.length).toBe(10 + 190));
  });

  it('lets another instance continue after one has left, without losing or repeating messages', async () => {
    const producer = await declareTopic('readers');
    const taken: string[] = [];
    const take = async ({ key, value }: ReceivedMessage): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      taken.push(`${key}/${value}`);
    };
    const leaving = await member('readers', take);
    const published = producer.publish(messages(keys, 30));
    await eventually(() => expect(taken.length).toBeGreaterThan(20));
    await leaving.stop();
    const atStop = taken.length;
    await member('readers', take);
    await eventually(() => expect(new Set(taken).size).toBe(300), { timeoutMs: 40_000 });
    await published;
    expect(atStop).toBeLessThan(300);
    expect(taken).toHaveLength(300);
  });

  it('continues with a partition while one of its commands is slow, in the order of each key, and loses none', async () => {
    const producer = engine();
    await producer.ensureTopics([{ name: topic, partitions: 1, consumerGroups: ['owners'] }]);
    let end: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (end = resolve));
    const taken: string[] = [];
    const take = async ({ key, value }: ReceivedMessage): Promise<void> => {
      if (value === 'slow') await slow;
      taken.push(`${key} ${value}`);
    };
    const consume = () => {
      const commands = new CommandsUnderWay(take, systemClock);
      const onBatch = (batch: Batch): Promise<void> => commands.process(batch);
      return engine().consume({ group: 'owners', topics: [topic], concurrency: 1, onBatch });
    };
    const first = await consume();
    const message = (key: string, value: string) => ({ topic, key, value, headers: {} });
    const published = [
      producer.publish([message('account-0', 'slow'), message('account-0', 'after it')]),
      ...[1, 2, 3].map((turn) => producer.publish([message('account-1', `quick ${turn}`)])),
    ];
    await eventually(() => expect(taken).toHaveLength(3));
    expect([...taken].sort()).toEqual(['account-1 quick 1', 'account-1 quick 2', 'account-1 quick 3']);
    end();
    await eventually(() => expect(taken).toHaveLength(5));
    expect(taken.slice(3)).toEqual(['account-0 slow', 'account-0 after it']);
    await Promise.all(published);
    await first.stop();
    await consume();
    await producer.publish([message('account-2', 'later')]);
    await eventually(() => expect(taken.at(-1)).toBe('account-2 later'), { timeoutMs: 20_000 });
    expect(taken).toHaveLength(6);
  });

  it('continues behind a slow command, however many others come, and waits for it at the end', async () => {
    const producer = engine();
    await producer.ensureTopics([{ name: topic, partitions: 1, consumerGroups: ['owners'] }]);
    let end: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (end = resolve));
    const taken = new Set<string>();
    const commands = new CommandsUnderWay(async ({ value }) => {
      if (value === 'slow') await slow;
      taken.add(value);
    }, systemClock);
    const onBatch = (batch: Batch): Promise<void> => commands.process(batch);
    const owner = await engine().consume({ group: 'owners', topics: [topic], concurrency: 1, onBatch });
    const message = (key: string, value: string) => ({ topic, key, value, headers: {} });
    const quick = Array.from({ length: 700 }, (_, at) => message(`account-${at}`, `quick ${at}`));
    const published = producer.publish([message('slow', 'slow'), ...quick]);
    await eventually(() => expect(taken.size).toBe(700), { timeoutMs: 20_000 });
    expect(taken).not.toContain('slow');
    end();
    await owner.stop();
    await commands.ended();
    expect(taken).toContain('slow');
    await published;
  });

  it('brings a reply to the requesting instance, and to no other', async () => {
    const asking = engine();
    const other = engine();
    await asking.ensureTopics([{ name: topic, partitions: PARTITIONS, consumerGroups: [] }]);
    const heard = { asking: [] as string[], other: [] as string[] };
    const channel = await asking.openReplyChannel(({ value }) => heard.asking.push(value));
    const otherChannel = await other.openReplyChannel(({ value }) => heard.other.push(value));
    for (const [address, value] of [
      [channel.address, 'for the asking one'],
      [otherChannel.address, 'for the other one'],
    ] as const) {
      await engine().publish([
        {
          topic: address.topic,
          partition: address.partition,
          key: address.instance,
          value,
          headers: { 'reply-instance': address.instance },
        },
      ]);
    }
    await eventually(() =>
      expect(heard).toEqual({ asking: ['for the asking one'], other: ['for the other one'] }),
    );
  });

  it('reports an unknown topic instead of losing its messages', async () => {
    const producer = engine();
    await expect(
      producer.publish([{ topic: `never.${randomUUID()}`, key: '1', value: '{}', headers: {} }]),
    ).rejects.toThrow();
  });
}

/** How far the numbers lead from 0 without a gap; a delivery that is repeated may go back, never ahead. */
function leadsInOrder(values: readonly number[]): number {
  return values.reduce((next, value) => {
    if (value > next) throw new Error(`${value} came before ${next}`);
    return value === next ? next + 1 : next;
  }, 0);
}
