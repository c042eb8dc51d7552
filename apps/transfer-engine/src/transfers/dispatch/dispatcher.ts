import { Inject, Injectable } from '@nestjs/common';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { appendToOutbox, reachFaultPoint, traceOf } from '@tributary/messaging';
import { Database, isTransient } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { outcomeCounter, ServiceLogger } from '@tributary/service';
import { Observation, recordObservation } from '../../destinations/connection-health';
import { Destination } from '../../destinations/destination.port';
import { Destinations } from '../../destinations/destinations';
import { beginSending } from './begin-sending';
import { DISPATCH_CONFIG, type DispatchConfig } from './dispatch-config';
import { FoundUnits, nextUnitInMs, ReadyUnit, readyUnits } from './ready-units';
import { requeueOverwritten } from './requeue-overwritten';
import { saveResults } from './save-results';
import { sendTransfers } from './send-transfers';
import { Outcome, attemptResult, AttemptResult } from './attempt-result';
import { claimUnit, holdLease, LeaseLostError, releaseUnit, UnitClaim } from './unit-claims';
import { UnitLeases } from './unit-leases';
import { UnitWorker } from './unit-worker';

const SAVE_ATTEMPTS = 5;

/**
 * Sends due transfers, unit by unit: claims a unit, makes its requests with no transaction open, saves the results.
 * Several dispatchers, in one process or many, share the units; a unit whose requests hang takes no slot from other
 * kinds of destination.
 */
@Injectable()
export class Dispatcher extends UnitWorker<ReadyUnit> {
  private readonly attempts = outcomeCounter(
    'tributary.transfer.attempts',
    'Attempts to transfer a transaction',
  );
  private found: FoundUnits = { ready: [], nextInMs: null, waiting: [] };

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(UnitLeases) private readonly leases: UnitLeases,
    @Inject(DISPATCH_CONFIG) private readonly config: DispatchConfig,
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
  ) {
    const onFailure = (error: unknown): void => logger.failure('looking for transfers to send failed', error);
    const tables = ['transfers', 'destination_connections', 'dispatch_leases'];
    const options = { name: 'dispatch', spacingMs: config.pollMs, onFailure };
    super(config.slots, options, { database, tables });
  }

  protected async findWork(): Promise<readonly ReadyUnit[]> {
    this.found = await readyUnits(this.database, this.destinations, this.config);
    return this.found.ready;
  }

  /** What began just now counts as free until its lease is taken, so that the next look is soon. */
  protected override async dueInMs(): Promise<number | null> {
    const { nextInMs, waiting } = this.found;
    return earlier(nextInMs, await nextUnitInMs(this.database, waiting));
  }

  /** A unit that fails in a way that was not foreseen keeps its lease for a while, and is then tried again. */
  protected async work(ready: ReadyUnit): Promise<void> {
    try {
      const destination = this.destinations.of(ready.destinationType);
      const rowsMax = Math.min(this.config.rowsMax, destination.pace.rowsMax);
      const { leaseMs } = this.config;
      const requestMs = this.config.requestMs[ready.destinationType];
      const settings = { leaseMs, rowsMax, requestMs, refusesKnownKeys: destination.refusesKnownKeys };
      const claim = await claimUnit(this.database, this.box, ready.unitId, settings);
      if (!claim) return; // another was quicker
      reachFaultPoint('transfer.claimed');
      await this.leases.during(claim, () => this.dispatch(destination, claim));
      setImmediate(() => this.wake()); // its slot is free by then
    } catch (error) {
      this.logger.failure('sending transfers failed', error);
    }
  }

  private async dispatch(destination: Destination, claim: UnitClaim): Promise<void> {
    try {
      const outcomes = await this.send(destination, claim);
      await this.save(claim, outcomes);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      await requeueOverwritten(this.database, claim);
    }
  }

  private send(destination: Destination, claim: UnitClaim): Promise<Outcome[]> {
    const { database, box } = this;
    const sending = beginSending({ database, box, destination, claim });
    // A request carries rows of many traces; it is shown in that of its first.
    const traceparent = claim.transfers[0]?.trace;
    const trace = traceparent ? traceOf({ traceparent }) : ROOT_CONTEXT;
    return context.with(trace, () => sendTransfers(sending, claim.transfers));
  }

  /** What was sent must not be forgotten for a passing fault of the database: it would be sent again. */
  private async save(claim: UnitClaim, outcomes: readonly Outcome[]): Promise<void> {
    const results = claim.transfers.map((transfer, index) =>
      attemptResult(transfer, outcomes[index] ?? { kind: 'unknown' }, this.config, Math.random()),
    );
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.saveOnce(claim, outcomes, results);
      } catch (error) {
        if (!isTransient(error) || attempt === SAVE_ATTEMPTS) throw error;
      }
    }
  }

  private async saveOnce(
    claim: UnitClaim,
    outcomes: readonly Outcome[],
    results: readonly AttemptResult[],
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = await holdLease(tx, claim);
      const events = await saveResults(tx, results, now);
      const observation = observationOf(outcomes);
      if (observation !== undefined) await recordObservation(tx, claim.unit.connectionId, observation);
      await releaseUnit(tx, claim);
      await appendToOutbox(tx, events);
    });
    for (const { transfer, attempt } of results) {
      if (attempt) this.attempts.add(1, { operation: transfer.operation, succeeded: attempt.succeeded });
    }
  }
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** The failure that a request met, if any; undefined where no request was answered at all. */
function observationOf(outcomes: readonly Outcome[]): Observation | undefined {
  for (const outcome of outcomes) {
    // A deleted budget does not affect the connection's health.
    if (outcome.kind === 'failed' && outcome.failure.kind !== 'target-gone') return outcome.failure;
  }
  const wasAnswered = outcomes.some(({ kind }) => kind !== 'postponed' && kind !== 'unchanged');
  return wasAnswered ? null : undefined;
}
