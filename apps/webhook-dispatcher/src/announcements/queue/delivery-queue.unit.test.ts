import type { Tx } from '@tributary/persistence';
import { MessageContent } from '../../deliveries/message-body';
import { DeliveryListener, StoredDelivery } from '../../sending/delivery-listener';
import { DeliveryQueue } from './delivery-queue';
import { NewDelivery } from './new-delivery';

const MIB = 1024 * 1024;

describe('new deliveries', () => {
  test('of 40 large events to 500 endpoints are never in memory together', async () => {
    const queue = new ObservedQueue();
    await queue.add(large({ events: 40, endpoints: 500 }));
    expect(queue.stored).toBe(40 * 500);
    expect(queue.mostWaiting).toBeLessThanOrEqual(500);
    const length = queue.offered.reduce((sum, { delivery }) => sum + delivery.body.length, 0);
    expect(length).toBeGreaterThan(4 * MIB);
    expect(length).toBeLessThanOrEqual(8 * MIB);
  });

  test('that are not offered wake their endpoints, in the order of all', async () => {
    const queue = new ObservedQueue();
    await queue.add(large({ events: 40, endpoints: 3 }));
    const offered = queue.offered.map(({ delivery }) => delivery.id);
    expect(offered).toEqual(offered.map((_, index) => index + 1));
    expect(offered.length).toBeLessThan(120);
    expect([...queue.woken].sort()).toEqual([1, 2, 3]);
  });

  test('share one content in each statement, and statements of many contents stay small', async () => {
    const queue = new ObservedQueue();
    await queue.add(large({ events: 40, endpoints: 1 }));
    expect(Math.max(...queue.contentBytes)).toBeLessThanOrEqual(5 * MIB);
    const shared = new ObservedQueue();
    await shared.add(large({ events: 1, endpoints: 500 }));
    expect(shared.contentBytes).toEqual([MIB / 4]);
  });
});

/** Counts the deliveries that are waiting for their statement. */
class ObservedQueue {
  readonly offered: StoredDelivery[] = [];
  readonly woken = new Set<number>();
  readonly contentBytes: number[] = [];
  stored = 0;
  mostWaiting = 0;
  private made = 0;

  async add(deliveries: Iterable<NewDelivery>): Promise<void> {
    await new DeliveryQueue(this.listener()).add(this.tx(), this.counted(deliveries));
  }

  private *counted(deliveries: Iterable<NewDelivery>): Generator<NewDelivery> {
    for (const one of deliveries) {
      this.made += 1;
      this.mostWaiting = Math.max(this.mostWaiting, this.made - this.stored);
      yield one;
    }
  }

  private listener(): DeliveryListener {
    return {
      offer: (deliveries) => void this.offered.push(...deliveries.slice(0, 1000)),
      wake: (ids) => ids.forEach((id) => this.woken.add(id)),
    };
  }

  private tx(): Tx {
    const queryPrepared = (_: string, values: readonly unknown[]) => {
      const ids = values[3] as readonly string[];
      this.contentBytes.push((values[8] as unknown[]).length * (MIB / 4));
      return Promise.resolve(
        ids.map((message_id) => ({
          id: (this.stored += 1),
          message_id,
          created_at: '2026-01-01T00:00:00.000Z',
        })),
      );
    };
    const afterCommit = (work: () => void) => work();
    return { queryPrepared, afterCommit } as unknown as Tx;
  }
}

function* large({ events, endpoints }: { events: number; endpoints: number }): Generator<NewDelivery> {
  for (let event = 1; event <= events; event += 1) {
    const content: MessageContent = { text: `{${' '.repeat(MIB / 4)}}`, bytes: MIB / 4 };
    for (let endpointId = 1; endpointId <= endpoints; endpointId += 1) {
      yield {
        userId: 1,
        endpointId,
        endpointVersion: 1,
        lane: 'account:1',
        eventType: 'transactions.created',
        messageId: `msg_${event}_${endpointId}`,
        content,
        transactionIds: [],
        traceparent: null,
      };
    }
  }
}
