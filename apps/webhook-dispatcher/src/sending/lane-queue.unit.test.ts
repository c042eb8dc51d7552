import { sampleDelivery } from '../../test/samples';
import { Delivery } from './delivery';
import { LaneQueue } from './lane-queue';

const delivery = (id: number, lane: string): Delivery => sampleDelivery({ id, lane });

describe('LaneQueue', () => {
  test('lanes run in parallel, and each in order, one after another', () => {
    const queue = new LaneQueue();
    queue.add([delivery(1, 'a'), delivery(2, 'a'), delivery(3, 'b'), delivery(4, 'a')]);
    expect([queue.next()?.id, queue.next()?.id, queue.next()]).toEqual([1, 3, null]);
    queue.add([delivery(5, 'a')]);
    expect(queue.next()).toBeNull();
    queue.release('a');
    expect(queue.next()?.id).toBe(2);
    queue.release('a');
    queue.release('b');
    expect([queue.next()?.id, queue.next(), queue.size]).toEqual([4, null, 1]);
  });

  test('clear drops what waits; running work keeps its lane', () => {
    const queue = new LaneQueue();
    queue.add([delivery(1, 'a'), delivery(2, 'a'), delivery(3, 'b')]);
    queue.next();
    expect(queue.clear().map(({ id }) => id)).toEqual([2, 3]);
    queue.add([delivery(2, 'a')]);
    expect([queue.size, queue.next()]).toEqual([1, null]);
    queue.release('a');
    expect(queue.next()?.id).toBe(2);
  });
});
