import { Batch } from '../bus-engine';
import { BatchQueue, BatchQueueOptions } from './batch-queue';

const SHARED = { name: 'the group' };
const LINGER_MS = 100;

/** A queue whose time stands still until it is moved, and whose transactions end when they are let. */
class Played {
  private nowMs = 0;
  private readonly sleepers: { readonly untilMs: number; readonly wake: () => void }[] = [];
  /** The topics of each transaction that has begun. */
  readonly begun: string[][] = [];
  private readonly ends: ((stored: boolean) => void)[] = [];
  readonly queue: BatchQueue;

  constructor(options: Partial<BatchQueueOptions> = {}) {
    this.queue = new BatchQueue(
      {
        transactionsMax: 3,
        lingerMs: LINGER_MS,
        sharingOf: (topic) => ({
          group: topic.startsWith('alone') ? null : SHARED,
          isPrompt: topic.startsWith('prompt'),
        }),
        process: (batch) => this.begin([batch]).then(() => undefined),
        processTogether: (batches) => this.begin(batches),
        ...options,
      },
      {
        now: () => this.nowMs,
        sleep: (ms) => new Promise((wake) => this.sleepers.push({ untilMs: this.nowMs + ms, wake })),
      },
    );
  }

  add(topic: string, bytes = 10): Promise<void> {
    const message = { topic, key: '', value: 'x'.repeat(bytes), headers: {}, partition: 0, offset: '0' };
    const batch: Batch = {
      topic,
      partition: 0,
      messages: [message],
      resolve: () => undefined,
      isStale: () => false,
    };
    return this.queue.add(batch);
  }

  async pass(ms: number): Promise<void> {
    this.nowMs += ms;
    for (const { untilMs, wake } of this.sleepers) if (untilMs <= this.nowMs) wake();
    await turns();
  }

  async end(nth: number, stored = true): Promise<void> {
    this.ends[nth]?.(stored);
    await turns();
  }

  private begin(batches: readonly Batch[]): Promise<boolean> {
    this.begun.push(batches.map(({ topic }) => topic));
    return new Promise((end) => this.ends.push(end));
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
}

test('a batch waits for others, and is processed with them when its time is over', async () => {
  const played = new Played();
  void played.add('one');
  await played.pass(60);
  void played.add('other');
  await played.pass(39);
  expect(played.begun).toEqual([]);
  await played.pass(1);
  expect(played.begun).toEqual([['one', 'other']]);
});

test('a prompt batch starts a transaction at once, with all that waits', async () => {
  const played = new Played();
  void played.add('one');
  await played.pass(10);
  void played.add('prompt');
  await played.pass(0);
  expect(played.begun).toEqual([['one', 'prompt']]);
});

test('what arrives while a transaction runs shares the next one', async () => {
  const played = new Played();
  void played.add('prompt');
  await played.pass(0);
  void played.add('prompt');
  void played.add('one');
  await played.pass(10);
  expect(played.begun).toEqual([['prompt']]);
  await played.end(0);
  expect(played.begun).toEqual([['prompt'], ['prompt', 'one']]);
});

test('a transaction that takes long holds others up for their time only', async () => {
  const played = new Played();
  void played.add('prompt');
  await played.pass(0);
  void played.add('one');
  await played.pass(LINGER_MS);
  expect(played.begun).toEqual([['prompt'], ['one']]);
});

test('a large batch does not wait', async () => {
  const played = new Played();
  void played.add('large', 200_000);
  await played.pass(0);
  expect(played.begun).toEqual([['large']]);
});

test('no transaction gets more than its share of bytes', async () => {
  const played = new Played();
  for (const topic of ['one', 'two', 'three']) void played.add(topic, 1_000_000);
  await played.pass(0);
  expect(played.begun).toEqual([['one', 'two'], ['three']]);
});

test('a batch that shares with no other does not wait, and is alone', async () => {
  const played = new Played();
  void played.add('alone');
  void played.add('alone-too');
  await played.pass(0);
  expect(played.begun).toEqual([['alone'], ['alone-too']]);
});

test('no more transactions run than may', async () => {
  const played = new Played({ transactionsMax: 1 });
  void played.add('alone');
  void played.add('alone-too');
  await played.pass(1000);
  expect(played.begun).toEqual([['alone']]);
  await played.end(0);
  expect(played.begun).toEqual([['alone'], ['alone-too']]);
});

test('what cannot be stored together is stored one by one, and a failure is told to who delivered it', async () => {
  const failure = new Error('the dead letters are full');
  const processed: string[] = [];
  const played = new Played({
    processTogether: () => Promise.resolve(false),
    process: async ({ topic }) => {
      processed.push(topic);
      if (topic === 'bad') throw failure;
    },
  });
  const outcomes = Promise.allSettled([played.add('good'), played.add('bad'), played.add('late')]);
  await played.pass(LINGER_MS);
  expect(await outcomes).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: failure },
    { status: 'fulfilled', value: undefined },
  ]);
  expect(processed).toEqual(['good', 'bad', 'late']);
});
