import { DestinationType } from '@tributary/contracts';

/** Work for one unit of a destination. */
export interface UnitWork {
  readonly unitId: number;
  readonly destinationType: DestinationType;
  /** The connection failed recently; if it hangs, it must not block the slots of working connections. */
  readonly suspect: boolean;
}

/**
 * Limits how much destinations delay each other: each type has its own slots, and connections that failed recently
 * share a quarter of them. A unit is processed by one worker at a time.
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

  /** Starts the work; a slot must be free. `run` must not reject. */
  start(work: UnitWork, run: () => Promise<void>): void {
    const done = run().finally(() => this.working.delete(work.unitId));
    this.working.set(work.unitId, { work, done });
  }

  /** Resolves when all started work has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.working.values()].map(({ done }) => done));
  }
}
