import { Random } from './random';

interface Step {
  readonly at: number;
  readonly run: () => void;
}

/**
 * The simulation's time and the only thing that moves it. Whatever waits (a timer, an answer, a lock) is a
 * step in one queue; steps run one by one, in an order that the seed alone decides. Milliseconds are
 * simulated ones: nothing here waits for a real clock.
 */
export class Scheduler {
  now = 0;
  stepsTaken = 0;
  /** Of the times of all steps: two runs of one seed must agree on it. */
  fingerprint = 0;
  private readonly queue = new StepQueue();

  constructor(private readonly random: Random) {}

  after(delayMs: number, run: () => void): void {
    // The fraction puts what falls on the same millisecond into a drawn order.
    this.queue.push({ at: this.now + Math.max(0, delayMs) + this.random.next() * 0.5, run });
  }

  /** Runs until the condition holds; false where the time, or all there is to do, ran out first. */
  async runUntil(isDone: () => boolean, atMostMs: number): Promise<boolean> {
    const deadline = this.now + atMostMs;
    while (!isDone()) {
      const step = this.queue.pop(deadline);
      if (!step) return false;
      this.now = step.at;
      this.stepsTaken += 1;
      this.fingerprint = (Math.imul(this.fingerprint, 31) + Math.floor(step.at * 1000)) | 0;
      step.run();
      await promisesSettled();
    }
    return true;
  }
}

/** Lets every promise that the step settled, and all that follows from it, run to its next wait. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A binary heap, earliest first. */
class StepQueue {
  private readonly heap: Step[] = [];

  push(step: Step): void {
    let index = this.heap.push(step) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.at(parent) <= step.at) break;
      this.swap(index, parent);
      index = parent;
    }
  }

  /** The earliest step, unless it lies after the deadline. */
  pop(deadline: number): Step | undefined {
    const first = this.heap[0];
    if (!first || first.at > deadline) return undefined;
    const last = this.heap.pop();
    if (last && this.heap.length > 0) {
      this.heap[0] = last;
      this.sink();
    }
    return first;
  }

  private sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const child = this.at(left + 1) < this.at(left) ? left + 1 : left;
      if (this.at(child) >= this.at(index)) return;
      this.swap(index, child);
      index = child;
    }
  }

  private at(index: number): number {
    return this.heap[index]?.at ?? Infinity;
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.heap[one], this.heap[other]];
    if (a && b) [this.heap[one], this.heap[other]] = [b, a];
  }
}
