import { DestinationType } from '@tributary/contracts';

/** A piece of work for one unit of a destination. */
export interface UnitWork {
  readonly unitId: number;
  readonly destinationType: DestinationType;
  /** The connection failed lately: what hangs there must not take the place of what works. */
  readonly suspect: boolean;
}

/**
 * Keeps destinations from holding each other up: each kind has places of its own, and connections that failed lately
 * share a quarter of them. Work on a unit is done once at a time.
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

  /** Begins the work, for which there must be a place. `run` must not reject. */
  start(work: UnitWork, run: () => Promise<void>): void {
    const done = run().finally(() => this.working.delete(work.unitId));
    this.working.set(work.unitId, { work, done });
  }

  /** Resolves when all that was begun has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.working.values()].map(({ done }) => done));
  }
}
