import { Inject, Injectable } from '@nestjs/common';
import { WebhookEvent } from '@tributary/contracts';
import { momentNow } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, isHeld, Tx } from '@tributary/persistence';
import { deliveredEvents, toState } from '../deliveries/delivery-state';
import { messageBody } from '../deliveries/message-body';
import { CREATED_AT, Delivery, Outcome } from './delivery';
import { DeliveryContents } from '../deliveries/delivery-contents';
import { Lease, LeaseLostError } from './lease';
import {
  outcomeColumns,
  OutcomesOfOne,
  SAVE,
  SavedDelivery,
  SavedRow,
  stateColumns,
} from './outcomes/save-outcomes.statement';

/** The maximum of bodies that one claim loads into memory. */
const CLAIM_BYTES_MAX = 4 * 1024 * 1024;

interface ClaimRow {
  version: number;
  enabled: boolean;
  id: number | null;
  lane: string;
  message_id: string;
  event_type: string;
  /** Of deliveries from before contents were shared. */
  body: string | null;
  content_id: number | null;
  traceparent: string | null;
  transaction_ids: readonly number[];
  attempts: number;
  earlier_attempts: number;
  created_at: string;
}

export interface Claim {
  /** The endpoint's version: the sender must load a newer one first. */
  readonly endpointVersion: number;
  readonly enabled: boolean;
  readonly deliveries: readonly Delivery[];
  /** The claim's limit, or its limit of bytes, may have left some out. */
  readonly mayHaveMore: boolean;
}

/** The result of a save, by endpoint. */
export interface Saved {
  readonly saved: ReadonlySet<number>;
  /** Another transaction holds the row for a moment: save again later. */
  readonly busy: ReadonlySet<number>;
  /** Another instance sends for these now. */
  readonly lost: ReadonlySet<number>;
}

/** Deliveries in the database, under the leases of their endpoints: only the newest fence can save. */
@Injectable()
export class DeliveryStore {
  private readonly contents = new DeliveryContents((ids) => this.readContents(ids));

  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * The oldest due deliveries except those that the sender has already. It takes no lock and never waits.
   * @throws LeaseLostError
   */
  async claim(lease: Lease, held: readonly number[], limit: number): Promise<Claim> {
    const rows = await this.database.queryPrepared<ClaimRow>(CLAIM, [
      lease.endpointId,
      lease.fence,
      `{${held.join(',')}}`,
      limit,
      CLAIM_BYTES_MAX,
    ]);
    const [first] = rows;
    if (!first) throw new LeaseLostError(lease.endpointId);
    const contents = await this.contents.of(rows.flatMap(({ content_id: id }) => (id === null ? [] : [id])));
    const deliveries = rows.flatMap((row) => toDelivery(row, contents));
    const bytes = 3 * deliveries.reduce((sum, { body }) => sum + body.length, 0); // at most
    return {
      endpointVersion: first.version,
      enabled: first.enabled,
      deliveries,
      mayHaveMore: deliveries.length === limit || bytes >= CLAIM_BYTES_MAX,
    };
  }

  /** Saves the results of attempts at several endpoints, and the endpoints' health, with their events, in one transaction. */
  async save(batch: readonly OutcomesOfOne[]): Promise<Saved> {
    const asked = momentNow();
    const counted = batch.map((one) => ({ ...one, outcomes: onePerDelivery(one.outcomes) }));
    const held = await this.database.transaction((tx) => this.saveAll(tx, counted));
    for (const { lease } of batch) if (held.has(lease.endpointId)) lease.renewed(asked);
    const missing = batch.filter(({ lease }) => !held.has(lease.endpointId));
    const busy = missing.length === 0 ? held : await this.stillHeld(missing.map(({ lease }) => lease));
    const ofMissing = (isBusy: boolean) =>
      new Set(missing.map(({ lease }) => lease.endpointId).filter((id) => busy.has(id) === isBusy));
    return { saved: held, busy: ofMissing(true), lost: ofMissing(false) };
  }

  private async saveAll(tx: Tx, batch: readonly OutcomesOfOne[]): Promise<Set<number>> {
    const rows = await tx.queryPrepared<SavedRow>(SAVE, [...stateColumns(batch), ...outcomeColumns(batch)]);
    const byDelivery = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
    const held = new Set(rows.map((row) => row.endpoint_id));
    const events = batch
      .filter(({ lease }) => held.has(lease.endpointId))
      .flatMap(({ lease: { endpointId: id }, userId, outcomes }) =>
        deliveredEvents(
          { id, userId },
          outcomes.flatMap((outcome) => stateOf(outcome, byDelivery)),
        ),
      );
    await appendToOutbox(tx, events);
    return held;
  }

  private async readContents(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.queryPrepared<{ id: number; content: string }>(
      'select id, content from delivery_contents where id = any($1::bigint[])',
      [ids],
    );
    return new Map(rows.map(({ id, content }) => [id, content]));
  }

  private async stillHeld(leases: readonly Lease[]): Promise<Set<number>> {
    const rows = await this.database.query<{ endpoint_id: number }>(STILL_HELD, [
      leases.map(({ endpointId }) => endpointId),
      leases.map(({ fence }) => fence),
    ]);
    return new Set(rows.map(({ endpoint_id }) => endpoint_id));
  }
}

const CLAIM = `
  select e.version, e.enabled, d.*
    from sending_states s join webhook_endpoints e on e.id = s.endpoint_id
    left join lateral (
      select id, lane, message_id, event_type, body, content_id, traceparent, transaction_ids, attempts, earlier_attempts,
             ${CREATED_AT} as created_at
        from (select due.*, sum(body_bytes) over (order by next_attempt_at, id) - body_bytes as bytes_before
                from (select * from deliveries
                       where endpoint_id = $1 and status = 'PENDING' and next_attempt_at <= now()
                         and id <> all($3::bigint[])
                       order by next_attempt_at, id limit $4) due) bounded
       where bytes_before < $5 and e.enabled
       order by next_attempt_at, id
    ) d on true
   where s.endpoint_id = $1 and ${isHeld('s', '$2')}`;

const STILL_HELD = `
  select s.endpoint_id from sending_states s
    join unnest($1::bigint[], $2::bigint[]) as l(endpoint_id, fence)
      on s.endpoint_id = l.endpoint_id and ${isHeld('s', 'l.fence')}`;

/** Of two results of one attempt one counts, in the table as in the event: a delivery first. */
function onePerDelivery(outcomes: readonly Outcome[]): readonly Outcome[] {
  const byDelivery = new Map<number, Outcome>();
  for (const outcome of outcomes) {
    const known = byDelivery.get(outcome.delivery.id);
    const isBetter = known?.verdict.status !== 'DELIVERED' && outcome.verdict.status === 'DELIVERED';
    if (!known || isBetter) byDelivery.set(outcome.delivery.id, outcome);
  }
  return [...byDelivery.values()];
}

/** Nothing if the delivery was deleted, or was saved before and only the answer was lost. */
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

/** Nothing of an endpoint without due deliveries, nor of a delivery that was deleted with its content meanwhile. */
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
