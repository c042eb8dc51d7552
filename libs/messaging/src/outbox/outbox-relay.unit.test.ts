import { Clock } from '../clock';
import { OutboxRelay } from './outbox-relay';
import { OutboxMessage, OutboxStore } from './outbox.store';

const GATHER_MS = 50;

/** Time that passes only by `advance`. */
class StoppedClock implements Clock {
  private nowMs = 0;
  private readonly sleepers = new Map<() => void, number>();

  now(): number {
    return this.nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.sleepers.delete(wake);
        resolve();
      };
      this.sleepers.set(wake, this.nowMs + ms);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  async advance(ms: number): Promise<void> {
    this.nowMs += ms;
    for (const [wake, dueMs] of this.sleepers) if (dueMs <= this.nowMs) wake();
    await allElse();
  }
}

/** An outbox in memory that counts its statements. */
class Outbox implements OutboxStore {
  messages: OutboxMessage[] = [];
  statements = 0;

  add(id: number): void {
    this.messages.push({ id, topic: 'webhook.delivered', key: '1', value: '{}', headers: {} });
  }

  async read(limit: number, exceptIds: readonly number[]): Promise<OutboxMessage[]> {
    this.statements += 1;
    return this.messages.filter(({ id }) => !exceptIds.includes(id)).slice(0, limit);
  }

  async deleteAndRead(ids: readonly number[], _fence: number, limit: number, exceptIds: readonly number[]) {
    this.messages = this.messages.filter(({ id }) => !ids.includes(id));
    return { held: true, messages: await this.read(limit, exceptIds) };
  }

  holdLease = async (): Promise<number> => 1;
  leaseEndsInMs = async (): Promise<number> => 0;
  releaseLease = async (): Promise<void> => undefined;
}

const allElse = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

let clock: StoppedClock;
let outbox: Outbox;
let relay: OutboxRelay;
let published: string[];

function start(batchSize: number): void {
  clock = new StoppedClock();
  outbox = new Outbox();
  published = [];
  const engine = {
    publishing: { batchSize, inFlightMax: 40 },
    publish: async (messages: readonly unknown[]) => void published.push(String(messages.length)),
  };
  relay = new OutboxRelay(outbox, engine, { gatherMs: GATHER_MS }, clock);
  relay.start();
}

afterEach(() => relay.stop());

it('publishes the first message after a silence at once, and what follows soon together', async () => {
  start(100);
  await allElse();
  await clock.advance(2 * GATHER_MS);
  outbox.add(1);
  relay.notify();
  await allElse();
  expect(published).toEqual(['1']);
  const before = outbox.statements;
  for (let id = 2; id <= 5; id += 1) {
    outbox.add(id);
    relay.notify();
    await clock.advance(GATHER_MS / 5);
  }
  expect(published).toEqual(['1']);
  await clock.advance(GATHER_MS / 5);
  expect(published).toEqual(['1', '4']);
  expect(outbox.statements - before).toBe(1); // it also deletes the first one
});

it('does not wait while more is there than fits one read', async () => {
  start(2);
  for (let id = 1; id <= 9; id += 1) outbox.add(id);
  relay.notify();
  await allElse();
  await allElse();
  expect(published).toEqual(['2', '2', '2', '2', '1']);
});
