import { DestinationType } from '@tributary/contracts';

/** A piece of work for one unit of a destination. */
export interface UnitWork {
  readonly unitId: number;
  readonly destinationType: DestinationType;
  /** The connection failed recently: if it hangs, it must not take the slots of working ones. */
  readonly suspect: boolean;
}

/**
 * Keeps destinations from delaying each other: each kind has its own slots, and connections that failed recently share
 * a quarter of them. A unit is processed by one worker at a time.
 */
export class Lanes {
  private readonly working = new Map<number, { readonly work: UnitWork; readonly done: Promise<void> }>();

  constructor(private readonly slotsPerKind: number) {}

  hasSlotFor(work: UnitWork): boolean {
    if (this.working.has(work.unitId)) return false;
    const ofKind = [...this.working.values()].filter(
      (one) => one.work.destinationType === work.destinationType,
    );
    if (ofKind.length >= this.slotsPerKind) return false;
    const suspects = ofKind.filter((one) => one.work.suspect).length;
    return !work.suspect || suspects < Math.max(1, Math.floor(this.slotsPerKind / 4));
  }

  /** Begins the work, for which a slot must be free. `run` must not reject. */
  start(work: UnitWork, run: () => Promise<void>): void {
    const done = run().finally(() => this.working.delete(work.unitId));
    this.working.set(work.unitId, { work, done });
  }

  /** Resolves when all that was begun has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.working.values()].map(({ done }) => done));
  }
}
