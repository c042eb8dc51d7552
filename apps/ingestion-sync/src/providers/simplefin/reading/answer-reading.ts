import { Slots } from '@tributary/messaging';
import { LargeAnswers } from '@tributary/outbound';
import { ANSWER_LIMITS } from './answer-limits';
import { readWhole } from './answer-reader';
import { readInThread } from './answer-thread';
import { ReadAnswer } from './read-answer';

/** Reads answers: small ones at once, large ones in threads, few at a time, which holds up none but large ones. */
export class AnswerReading {
  private readonly slots = new Slots(ANSWER_LIMITS.threads);

  /** For one answer, from its request to its end. */
  begin(): LargeTurn {
    return new LargeTurn(this.slots);
  }

  /** @throws AnswerBeyondLimits, AnswerUnreadable */
  async read(bytes: Buffer): Promise<ReadAnswer> {
    return bytes.length <= ANSWER_LIMITS.bytesInProcess ? readWhole(bytes) : readInThread(bytes);
  }
}

/** The turn of an answer that may become large. */
export class LargeTurn implements LargeAnswers {
  readonly fromBytes = ANSWER_LIMITS.bytesInProcess;
  private isAdmitted = false;
  private isEnded = false;

  constructor(private readonly slots: Slots) {}

  async admit(): Promise<void> {
    await this.slots.acquire();
    if (this.isEnded) this.slots.release();
    else this.isAdmitted = true;
  }

  /** Also where it was never admitted, or still waits. */
  end(): void {
    this.isEnded = true;
    if (this.isAdmitted) this.slots.release();
    this.isAdmitted = false;
  }
}
