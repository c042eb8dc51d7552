import { OutgoingMessage, ReceivedMessage } from '../../../src/bus-engine';

/** A partition's log, and who waits for it to grow. */
export class SimulatedPartition {
  readonly log: ReceivedMessage[] = [];
  private waiting: (() => void)[] = [];

  constructor(
    readonly topic: string,
    readonly partition: number,
  ) {}

  get name(): string {
    return `${this.topic}/${this.partition}`;
  }

  append(message: OutgoingMessage): void {
    this.log.push({ ...message, partition: this.partition, offset: String(this.log.length) });
    const waiting = this.waiting;
    this.waiting = [];
    for (const wake of waiting) wake();
  }

  whenLongerThan(length: number, wake: () => void): void {
    if (this.log.length > length) wake();
    else this.waiting.push(wake);
  }
}
