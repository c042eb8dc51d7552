import { ProcessLife } from './process';
import { World } from './world';

/** Whether the request took effect is not known. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** The outside: what a destination recorded, once for each idempotency key. Its answers may get lost. */
export class DestinationLedger {
  readonly records: { readonly transactionId: number }[] = [];
  private readonly keys = new Set<string>();

  constructor(
    private readonly world: World,
    private readonly hasIdempotencyKeys: boolean,
  ) {}

  post(life: ProcessLife, idempotencyKey: string, transactionId: number): Promise<void> {
    return life.ask(async () => {
      const { random, faults } = this.world;
      const isLost = random.chance(faults.effectAnswerLost);
      if (isLost && random.chance(0.3)) throw new NoAnswerError('the request was lost');
      this.record(idempotencyKey, transactionId);
      if (isLost) throw new NoAnswerError('the answer was lost');
    });
  }

  private record(idempotencyKey: string, transactionId: number): void {
    if (this.keys.has(idempotencyKey)) this.world.history.met('effect asked for again');
    if (this.hasIdempotencyKeys && this.keys.has(idempotencyKey)) return;
    this.keys.add(idempotencyKey);
    this.records.push({ transactionId });
  }
}
