import { Delivery } from './delivery';

/**
 * Deliveries that wait to be sent: the deliveries of a lane in order and one at a time, different lanes in parallel. A
 * running delivery blocks its lane; a delivery that waits for its retry does not.
 */
export class LaneQueue {
  private readonly waiting = new Map<string, Delivery[]>();
  private readonly busy = new Set<string>();
  /** Idle lanes with waiting deliveries, in the order in which they became ready. */
  private readonly ready = new Set<string>();
  private count = 0;

  /** The number of waiting deliveries. */
  get size(): number {
    return this.count;
  }

  add(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      const lane = this.waiting.get(delivery.lane);
      if (lane) lane.push(delivery);
      else this.waiting.set(delivery.lane, [delivery]);
      if (!this.busy.has(delivery.lane)) this.ready.add(delivery.lane);
    }
    this.count += deliveries.length;
  }

  /** Returns the next delivery that may be sent; its lane is busy until `release`. */
  next(): Delivery | null {
    const [lane] = this.ready;
    if (lane === undefined) return null;
    this.ready.delete(lane);
    const queue = this.waiting.get(lane);
    const delivery = queue?.shift();
    if (!queue || !delivery) return null;
    if (queue.length === 0) this.waiting.delete(lane);
    this.busy.add(lane);
    this.count -= 1;
    return delivery;
  }

  release(lane: string): void {
    this.busy.delete(lane);
    if (this.waiting.has(lane)) this.ready.add(lane);
  }

  /** Removes and returns all waiting deliveries; they stay due. */
  clear(): Delivery[] {
    const dropped = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.ready.clear();
    this.count = 0;
    return dropped;
  }
}
