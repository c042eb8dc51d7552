import { Batch, OutgoingMessage, ReceivedMessage } from '../../bus-engine';
import { Clock } from '../../clock';
import { Slots } from '../../slots';

/** A member of a group: it processes the partitions that are assigned to it. */
export interface Member {
  readonly topics: ReadonlySet<string>;
  /** Limits the partitions that it processes at once. */
  readonly slots: Slots;
  readonly onBatch: (batch: Batch) => Promise<void>;
}

interface Waiting {
  readonly message: ReceivedMessage;
  readonly onTaken: () => void;
}

const BATCH_MESSAGES_MAX = 250;
const BATCH_BYTES_MAX = 2 * 1024 * 1024;
const REDELIVERY_PAUSE_MS = 50;

/**
 * A partition as a consumer group sees it: messages in order, one batch at a time, for the member that owns the
 * partition now. A batch that was not resolved stays at the head and is delivered again.
 */
export class PartitionLane {
  private readonly queue: Waiting[] = [];
  private nextOffset = 0;
  private owner: Member | null = null;
  private working: { member: Member; done: Promise<void> } | null = null;

  constructor(
    readonly topic: string,
    readonly partition: number,
    private readonly clock: Clock,
  ) {}

  /** Messages that no member has resolved yet. */
  get length(): number {
    return this.queue.length;
  }

  /** Resolves once a member has resolved the message. */
  enqueue(message: OutgoingMessage): Promise<void> {
    return new Promise((onTaken) => {
      this.queue.push({
        message: { ...message, partition: this.partition, offset: String(this.nextOffset++) },
        onTaken,
      });
      this.work();
    });
  }

  assign(owner: Member | null): void {
    this.owner = owner;
    this.work();
  }

  isOwnedBy(member: Member): boolean {
    return this.owner === member || this.working?.member === member;
  }

  /** Resolves when the member's running batch, if any, has ended. */
  async idleOf(member: Member): Promise<void> {
    if (this.working?.member === member) await this.working.done;
  }

  private work(): void {
    if (this.working || !this.owner || this.queue.length === 0) return;
    const member = this.owner;
    const done = this.deliver(member).finally(() => {
      this.working = null;
      this.work();
    });
    this.working = { member, done };
  }

  private async deliver(member: Member): Promise<void> {
    await Promise.resolve(); // let messages that are published together form one batch
    await member.slots.acquire(); // meanwhile the batch grows
    try {
      if (this.owner === member) await member.onBatch(this.toBatch(this.head(), member));
      member.slots.release();
    } catch {
      member.slots.release();
      // The member handles its failures; here the batch just stays at the head.
      if (this.owner === member) await this.clock.sleep(REDELIVERY_PAUSE_MS);
    }
  }

  private head(): Waiting[] {
    let bytes = 0;
    const end = this.queue.findIndex(
      ({ message }, index) =>
        index >= BATCH_MESSAGES_MAX || ((bytes += message.value.length) > BATCH_BYTES_MAX && index > 0),
    );
    return this.queue.slice(0, end === -1 ? this.queue.length : end);
  }

  private toBatch(waiting: readonly Waiting[], member: Member): Batch {
    return {
      topic: this.topic,
      partition: this.partition,
      messages: waiting.map(({ message }) => message),
      resolve: (message) => this.resolveUpTo(message),
      isStale: () => this.owner !== member,
    };
  }

  private resolveUpTo(message: ReceivedMessage): void {
    const end = this.queue.findIndex((waiting) => waiting.message.offset === message.offset);
    for (const waiting of this.queue.splice(0, end + 1)) waiting.onTaken();
  }
}
