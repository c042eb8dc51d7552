import { LargeAnswers, wholeOf } from '@tributary/outbound';
import { FairShares } from '@tributary/persistence';
import { ANSWER_LIMITS, READING_SHARES, RECEIVING_SHARES } from './answer-limits';
import { readWhole } from './answer-reader';
import { readInThread } from './answer-thread';
import { ReadAnswer } from './read-answer';

/** The share of all requests without a user. */
const NOBODY = 0;

/**
 * Reads responses: small ones immediately; large ones in threads, few at a time, and one of each user. So one user's
 * server delays another user's by one response at most, however many connections it has and however slowly it sends.
 */
export class AnswerReading {
  private readonly receiving = new FairShares(RECEIVING_SHARES);
  private readonly reading = new FairShares(READING_SHARES);

  /** Begins the turn of one response, from its request to its end. */
  begin(userId: number = NOBODY): AnswerTurn {
    return new AnswerTurn(this.receiving, this.reading, userId);
  }
}

/** The turn of one response, which may become large. */
export class AnswerTurn implements LargeAnswers {
  readonly fromBytes = ANSWER_LIMITS.bytesInProcess;
  private leave: (() => void) | null = null;
  private isEnded = false;

  constructor(
    private readonly receiving: FairShares,
    private readonly reading: FairShares,
    private readonly userId: number,
  ) {}

  async admit(): Promise<void> {
    const leave = await this.receiving.enter(this.userId);
    if (this.isEnded) leave();
    else this.leave = leave;
  }

  /** @throws AnswerBeyondLimits, AnswerUnreadable */
  async read(pieces: readonly Buffer[]): Promise<ReadAnswer> {
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    if (size <= ANSWER_LIMITS.bytesInProcess) return readWhole(wholeOf(pieces));
    const done = await this.reading.enter(this.userId);
    try {
      return await readInThread(pieces);
    } finally {
      done();
    }
  }

  /** Ends the turn, also if it was never admitted or still waits. */
  end(): void {
    this.isEnded = true;
    this.leave?.();
    this.leave = null;
  }
}
