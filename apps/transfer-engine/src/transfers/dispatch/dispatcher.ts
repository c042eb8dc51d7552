import { Inject, Injectable } from '@nestjs/common';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { LeaseLostError } from '@tributary/jobs';
import { appendToOutbox, reachFaultPoint, traceOf } from '@tributary/messaging';
import { Database, isTransient } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { outcomeCounter, ServiceLogger } from '@tributary/service';
import { nextUnitInMs, requeueUpdates } from './due-transfers.store';
import { Observation, recordObservation } from '../../destinations/connections/connection-health';
import { Destination } from '../../destinations/destination.port';
import { Destinations } from '../../destinations/destinations';
import { beginSending } from './sending/begin-sending';
import { DISPATCH_CONFIG, type DispatchConfig } from './dispatch-config';
import { FoundUnits, ReadyUnit, readyUnits } from './units/ready-units';
import { saveResults } from './save-results';
import { Outcome, attemptResult, AttemptResult } from './attempt-result';
import { claimUnit, holdLease, releaseUnit, UnitClaim } from './units/unit-claims';
import { UnitLeases } from './units/unit-leases';
import { UnitWorker } from './units/unit-worker';
import { createRows } from './sending/create-rows';
import { deleteRows } from './sending/delete-rows';
import { DueTransfer } from './due-transfer';
import { endsTurn, Sending } from './sending/sending';
import { updateRows } from './sending/update-rows';

const SAVE_ATTEMPTS = 5;

/**
 * Sends due transfers, unit by unit: claims a unit, makes its requests with no open transaction, and saves the results.
 * Several dispatchers, in one process or many, share the units. Each destination type has its own slots, so that a unit
 * whose requests hang does not block other types.
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

  /** A unit that was just started counts as free until its lease is stored, so the next look comes soon. */
  protected override async dueInMs(): Promise<number | null> {
    const { nextInMs, waiting } = this.found;
    return earlier(nextInMs, await nextUnitInMs(this.database, waiting));
  }

  /** A unit that fails unexpectedly retains its lease until it expires, and is retried then. */
  protected async work(ready: ReadyUnit): Promise<void> {
    try {
      const destination = this.destinations.of(ready.destinationType);
      const rowsMax = Math.min(this.config.rowsMax, destination.pace.rowsMax);
      const { leaseMs } = this.config;
      const requestMs = this.config.requestMs[ready.destinationType];
      const settings = { leaseMs, rowsMax, requestMs, refusesKnownKeys: destination.refusesKnownKeys };
      const claim = await claimUnit(this.database, this.box, ready.unitId, settings);
      if (!claim) return; // another dispatcher claimed it first
      reachFaultPoint('transfer.claimed');
      await this.leases.during(claim.lease, () => this.dispatch(destination, claim));
      setImmediate(() => this.wake()); // the unit's slot is free by then
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
    // A request has rows of many traces; its span belongs to the first row's trace.
    const traceparent = claim.transfers[0]?.trace;
    const trace = traceparent ? traceOf({ traceparent }) : ROOT_CONTEXT;
    return context.with(trace, () => sendTransfers(sending, claim.transfers));
  }

  /** Retries the save after a temporary database fault, because unsaved rows would be sent again. */
  private async save(claim: UnitClaim, outcomes: readonly Outcome[]): Promise<void> {
    const results = claim.transfers.map((transfer, index) =>
      attemptResult(transfer, outcomes[index] ?? { kind: 'unknown' }, this.config, Math.random()),
    );
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.saveOnce(claim, outcomes, results);
      } catch (error) {
        const isLost = error instanceof LeaseLostError;
        if (isLost || !isTransient(error) || attempt === SAVE_ATTEMPTS) throw error;
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

/** Returns the failure of the requests, null if they succeeded, or undefined if no request was made. */
function observationOf(outcomes: readonly Outcome[]): Observation | undefined {
  for (const outcome of outcomes) {
    // A deleted unit or target does not affect the connection's health.
    if (outcome.kind === 'failed' && outcome.failure.kind !== 'target-gone') return outcome.failure;
  }
  const wasAnswered = outcomes.some(({ kind }) => kind !== 'postponed' && kind !== 'unchanged');
  return wasAnswered ? null : undefined;
}

/**
 * Sends updates again, completely: a dispatcher whose lease expired may have sent older content after its successor
 * sent newer content. New rows are safe, because of their keys.
 */
async function requeueOverwritten(database: Database, claim: UnitClaim): Promise<void> {
  const updated = claim.transfers.filter(({ operation }) => operation === 'UPDATE').map(({ id }) => id);
  if (updated.length === 0) return;
  await requeueUpdates(database, updated);
}

/** Sends the transfers of one unit and returns an outcome for each, in their order. */
async function sendTransfers(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const of = (operation: DueTransfer['operation']) => transfers.filter((one) => one.operation === operation);
  const outcomes = new Map<DueTransfer, Outcome>();
  const work = [
    [of('CREATE'), createRows],
    [of('UPDATE'), updateRows],
    [of('DELETE'), deleteRows],
  ] as const;
  for (const [part, send] of work) {
    if (part.length === 0) continue;
    if ([...outcomes.values()].some(endsTurn)) break; // the other operations wait for the next turn
    const came = await send(sending, part);
    part.forEach((transfer, index) => outcomes.set(transfer, came[index] ?? { kind: 'unknown' }));
  }
  return transfers.map((transfer) => outcomes.get(transfer) ?? { kind: 'postponed' });
}
