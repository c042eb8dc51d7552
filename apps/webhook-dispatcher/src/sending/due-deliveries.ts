import { Inject, Injectable } from '@nestjs/common';
import { WebhookEvent } from '@tributary/contracts';
import { HeldLease, LeaseLostError, momentNow } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { DeliveryContents } from '../deliveries/delivery-contents';
import { deliveredEvents, toState } from '../deliveries/delivery-state';
import { messageBody } from '../deliveries/message-body';
import { Delivery, Outcome } from './delivery';
import {
  claimDeliveries,
  ClaimRow,
  endpointsLeased,
  OutcomesOfOne,
  readContents,
  SavedDelivery,
  saveOutcomes,
} from './due-deliveries.store';

/** The most bytes of bodies that one claim loads into memory. */
const CLAIM_BYTES_MAX = 4 * 1024 * 1024;

export interface Claim {
  /** The endpoint's version: the sender must load a newer one before it sends. */
  readonly endpointVersion: number;
  readonly enabled: boolean;
  readonly deliveries: readonly Delivery[];
  /** Whether the limit of deliveries or of bytes may have left some out. */
  readonly mayHaveMore: boolean;
}

/** The result of a save, by endpoint. */
export interface Saved {
  readonly saved: ReadonlySet<number>;
  /** Endpoints with a row that another transaction has locked: save again later. */
  readonly busy: ReadonlySet<number>;
  /** Endpoints for which another instance sends now. */
  readonly lost: ReadonlySet<number>;
}

/**
 * Claims and saves deliveries in the database under the leases of their endpoints; only the holder of the newest fence
 * can save.
 */
@Injectable()
export class DueDeliveries {
  private readonly contents = new DeliveryContents((ids) => readContents(this.database, ids));

  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Returns the oldest due deliveries, except those that the sender already has. It takes no lock and never waits.
   * @throws LeaseLostError
   */
  async claim(lease: HeldLease, claimed: readonly number[], limit: number): Promise<Claim> {
    const bounds = { except: claimed, limit, bytesMax: CLAIM_BYTES_MAX };
    const rows = await claimDeliveries(this.database, lease, bounds);
    const [first] = rows;
    if (!first) throw endpointLost(lease);
    const contents = await this.contents.textsOf(
      rows.flatMap(({ content_id: id }) => (id === null ? [] : [id])),
    );
    const deliveries = rows.flatMap((row) => toDelivery(row, contents));
    const bytes = 3 * deliveries.reduce((sum, { body }) => sum + body.length, 0); // an upper bound
    return {
      endpointVersion: first.version,
      enabled: first.enabled,
      deliveries,
      mayHaveMore: deliveries.length === limit || bytes >= CLAIM_BYTES_MAX,
    };
  }

  /** Saves the results of attempts at several endpoints, and the endpoints' health, with their events, in one transaction. */
  async save(batch: readonly OutcomesOfOne[]): Promise<Saved> {
    const beganAt = momentNow();
    const counted = batch.map((one) => ({ ...one, outcomes: onePerDelivery(one.outcomes) }));
    const saved = await this.database.transaction((tx) => this.saveAll(tx, counted));
    for (const { lease } of batch) if (saved.has(lease.id)) lease.renewed(beganAt);
    const missing = batch.filter(({ lease }) => !saved.has(lease.id));
    const leases = missing.map(({ lease }) => lease);
    const busy = missing.length === 0 ? saved : await endpointsLeased(this.database, leases);
    const ofMissing = (isBusy: boolean) =>
      new Set(missing.map(({ lease }) => lease.id).filter((id) => busy.has(id) === isBusy));
    return { saved, busy: ofMissing(true), lost: ofMissing(false) };
  }

  private async saveAll(tx: Tx, batch: readonly OutcomesOfOne[]): Promise<Set<number>> {
    const rows = await saveOutcomes(tx, batch);
    const byDelivery = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
    const saved = new Set(rows.map((row) => row.endpoint_id));
    const events = batch
      .filter(({ lease }) => saved.has(lease.id))
      .flatMap(({ lease: { id }, userId, outcomes }) =>
        deliveredEvents(
          { id, userId },
          outcomes.flatMap((outcome) => stateOf(outcome, byDelivery)),
        ),
      );
    await appendToOutbox(tx, events);
    return saved;
  }
}

/** Returns the error of an endpoint for which another instance sends now. */
export function endpointLost(lease: HeldLease): LeaseLostError {
  return new LeaseLostError(lease, `endpoint ${lease.id}`);
}

/** Returns one result of each attempt, for the table and for the event; a success takes precedence. */
function onePerDelivery(outcomes: readonly Outcome[]): readonly Outcome[] {
  const byDelivery = new Map<number, Outcome>();
  for (const outcome of outcomes) {
    const known = byDelivery.get(outcome.delivery.id);
    const isBetter = known?.verdict.status !== 'DELIVERED' && outcome.verdict.status === 'DELIVERED';
    if (!known || isBetter) byDelivery.set(outcome.delivery.id, outcome);
  }
  return [...byDelivery.values()];
}

/** Returns nothing if the delivery was deleted, or if an earlier save had already stored the result. */
function stateOf(outcome: Outcome, rows: ReadonlyMap<number, SavedDelivery>) {
  const { delivery, attemptedAt, durationMs, statusCode, error } = outcome;
  const row = rows.get(delivery.id);
  if (!row) return [];
  const attempt = { number: row.attempts, attemptedAt, durationMs, statusCode, error };
  const state = toState(
    {
      id: delivery.id,
      version: row.version,
      message_id: delivery.messageId,
      event_type: delivery.eventType as WebhookEvent,
      lane: delivery.lane,
      transaction_ids: delivery.transactionIds,
      status: row.status,
      attempts: row.attempts,
      next_attempt_at: row.next_attempt_at,
      created_at: delivery.createdAt,
    },
    attempt,
  );
  return [state];
}

/** Returns no delivery if the endpoint has none due, or if the delivery was deleted with its content meanwhile. */
function toDelivery(row: ClaimRow, contents: ReadonlyMap<number, string>): Delivery[] {
  const content = row.content_id === null ? undefined : contents.get(row.content_id);
  const body = row.body ?? (content === undefined ? null : messageBody(row.message_id, content));
  if (row.id === null || body === null) return [];
  return [
    {
      id: row.id,
      lane: row.lane,
      messageId: row.message_id,
      eventType: row.event_type,
      body,
      traceparent: row.traceparent,
      transactionIds: row.transaction_ids,
      attempts: row.attempts,
      earlierAttempts: row.earlier_attempts,
      createdAt: row.created_at,
    },
  ];
}
