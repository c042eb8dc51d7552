import { Inject, Injectable } from '@nestjs/common';
import { HeldLease } from '@tributary/jobs';
import { isTransient } from '@tributary/persistence';
import { SendingHealth } from '../../endpoints/health/endpoint-health';
import { Outcome } from '../delivery';
import { DueDeliveries, endpointLost } from '../due-deliveries';
import { OutcomesOfOne } from '../due-deliveries.store';

/** The sender whose results are saved. */
export interface Saving {
  readonly lease: HeldLease;
  readonly userId: number;
  /** The health after all results so far. */
  readonly health: SendingHealth;
  saved(outcomes: readonly Outcome[]): void;
  /** Reports that the results are lost, so that the deliveries will be sent again. */
  unsaved(outcomes: readonly Outcome[], error: Error): void;
}

/** Time for which results wait, so that those of several endpoints are saved together. */
const GATHER_MS = 50;
const AT_ONCE_MAX = 500;
/** The pause before the next attempt if the database is down or a row was locked. */
const AGAIN_AFTER_MS = 100;

/**
 * Saves the results of all endpoints together, because a transaction for each would cost more than the rows. One batch
 * is saved at a time. If the database is down, it retries until the leases expire; deliveries without a saved result
 * are sent again.
 */
@Injectable()
export class OutcomeSaver {
  private waiting = new Map<Saving, Outcome[]>();
  private count = 0;
  private timer: NodeJS.Timeout | null = null;
  private saving: Promise<void> | null = null;

  constructor(@Inject(DueDeliveries) private readonly store: DueDeliveries) {}

  add(of: Saving, outcome: Outcome): void {
    const outcomes = this.waiting.get(of);
    if (outcomes) outcomes.push(outcome);
    else this.waiting.set(of, [outcome]);
    this.count += 1;
    this.soon(this.count >= AT_ONCE_MAX ? 0 : GATHER_MS);
  }

  private soon(ms: number): void {
    if (this.saving || this.count === 0) return;
    if (ms > 0) {
      this.timer ??= setTimeout(() => this.begin(), ms);
      return;
    }
    this.begin();
  }

  private begin(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.saving = this.save().then((isAgain) => {
      this.saving = null;
      this.soon(isAgain ? AGAIN_AFTER_MS : this.count >= AT_ONCE_MAX ? 0 : GATHER_MS);
    });
  }

  /**
   * Saves the waiting results.
   * @returns whether some must be saved again after a pause
   */
  private async save(): Promise<boolean> {
    const all = this.waiting;
    this.waiting = new Map();
    this.count = 0;
    try {
      return await this.saveTogether([...all]);
    } catch (error) {
      if (isTransient(error)) return this.keep([...all], asError(error));
      if (all.size > 1) return await this.saveApart([...all]);
      for (const [of, outcomes] of all) of.unsaved(outcomes, asError(error));
      return false;
    }
  }

  private async saveTogether(all: readonly [Saving, Outcome[]][]): Promise<boolean> {
    const present = newestLeases(all);
    const { saved, busy } = await this.store.save(all.filter(([of]) => present.has(of)).map(toBatch));
    const again: [Saving, Outcome[]][] = [];
    for (const [of, outcomes] of all) {
      const { id } = of.lease;
      if (!present.has(of)) of.unsaved(outcomes, endpointLost(of.lease));
      else if (saved.has(id)) of.saved(outcomes);
      else if (busy.has(id)) again.push([of, outcomes]);
      else of.unsaved(outcomes, endpointLost(of.lease));
    }
    return this.keep(again, new Error('another transaction holds the row of the endpoint'));
  }

  /** Saves each endpoint's results separately, so that results that cannot be saved do not affect others. */
  private async saveApart(all: readonly [Saving, Outcome[]][]): Promise<boolean> {
    let isAgain = false;
    for (const one of all) {
      try {
        isAgain = (await this.saveTogether([one])) || isAgain;
      } catch (error) {
        if (isTransient(error)) isAgain = this.keep([one], asError(error)) || isAgain;
        else one[0].unsaved(one[1], asError(error));
      }
    }
    return isAgain;
  }

  /** Puts results back before newer ones, as long as their leases are valid. */
  private keep(again: readonly [Saving, Outcome[]][], reason: Error): boolean {
    for (const [of, outcomes] of again) {
      if (!of.lease.holds()) {
        of.unsaved(outcomes, reason);
        continue;
      }
      this.waiting.set(of, [...outcomes, ...(this.waiting.get(of) ?? [])]);
      this.count += outcomes.length;
    }
    return again.length > 0;
  }
}

/**
 * Returns the senders with the newest lease: a process that was suspended may have results of a lost lease and of its
 * current one.
 */
function newestLeases(all: readonly [Saving, Outcome[]][]): ReadonlySet<Saving> {
  const newest = new Map<number, Saving>();
  for (const [of] of all) {
    const { id, fence } = of.lease;
    if (fence >= (newest.get(id)?.lease.fence ?? 0)) newest.set(id, of);
  }
  return new Set(newest.values());
}

function toBatch([{ lease, userId, health }, outcomes]: [Saving, Outcome[]]): OutcomesOfOne {
  return { lease, userId, outcomes, health };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('saving failed', { cause: error });
}
