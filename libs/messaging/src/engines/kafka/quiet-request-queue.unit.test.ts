import RequestQueue from 'kafkajs/src/network/requestQueue';
import { quietRequestQueues } from './quiet-request-queue';

const REQUEST_TIMEOUT_MS = 20_000;

const isConnected = jest.fn(() => true);

function connectedQueue(maxInFlightRequests: number | null = null): RequestQueue {
  quietRequestQueues();
  const queue = new RequestQueue({
    maxInFlightRequests,
    requestTimeout: REQUEST_TIMEOUT_MS,
    enforceRequestTimeout: true,
    clientId: 'test',
    broker: 'broker:9092',
    logger: { debug: () => undefined, warn: () => undefined },
    isConnected,
  });
  queue.scheduleRequestTimeoutCheck();
  return queue;
}

function push(queue: RequestQueue, correlationId: number, sent: number[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const entry = { correlationId, apiName: 'Fetch', resolve, reject };
    queue.push({ entry, expectResponse: true, sendRequest: () => sent.push(correlationId) });
  });
}

beforeEach(() => {
  isConnected.mockReset().mockReturnValue(true);
  jest.useFakeTimers();
});

afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

describe('a connection’s request queue', () => {
  it('ends a request that is not answered in time', async () => {
    const overdue = push(connectedQueue(), 1, []);
    const ended = expect(overdue).rejects.toThrow(/timed out/);
    await jest.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS + 1500);
    await ended;
  });

  it('looks once a second while idle, and no more once it is closed', async () => {
    connectedQueue();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(isConnected.mock.calls.length).toBeLessThanOrEqual(10);
    isConnected.mockReturnValue(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends a request that had to wait when another is answered', async () => {
    const queue = connectedQueue(1);
    const sent: number[] = [];
    const both = [push(queue, 1, sent), push(queue, 2, sent)];
    expect(sent).toEqual([1]);
    queue.fulfillRequest({ correlationId: 1, payload: Buffer.alloc(0), size: 0 });
    queue.fulfillRequest({ correlationId: 2, payload: Buffer.alloc(0), size: 0 });
    await Promise.all(both);
    expect(sent).toEqual([1, 2]);
  });
});
