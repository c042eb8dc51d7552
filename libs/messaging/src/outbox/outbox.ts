import { Context } from '@opentelemetry/api';
import { checked, EventContract, EventPayload } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { MAX_MESSAGE_BYTES } from '../bus-engine';
import { traceHeaders } from '../tracing';

/** An event to send, appended in the transaction of its rows. */
export interface OutgoingEvent<C extends EventContract = EventContract> {
  readonly contract: C;
  /** Messages of one key keep their order: the account's id for everything that belongs to an account. */
  readonly key: number;
  readonly payload: EventPayload<C>;
  /** The trace that led to this event; default: the active one. */
  readonly trace?: Context;
  /** The payload as JSON, if its producer has it already. */
  readonly payloadJson?: string;
}

/** Creates an outgoing event with a payload typed by the contract. */
export function event<C extends EventContract>(
  contract: C,
  key: number,
  payload: EventPayload<C>,
  trace?: Context,
): OutgoingEvent {
  return { contract, key, payload, trace };
}

/** An event that is too large for the bus; its producer must cut it. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';
}

/** Well below the limit of 65,535 parameters in a statement. */
const ROWS_AT_A_TIME = 2000;

interface OutboxRow {
  topic: string;
  key: string;
  value: string;
  headers: Record<string, string>;
}

/**
 * Appends events to the schema's `outbox` in the caller's transaction: the events exist if, and only if, the rows do.
 * Writers of one key wait for each other with an advisory lock (in sorted order against deadlocks), because a sequence
 * number is assigned before the commit and would otherwise not follow the order of commits.
 */
export async function appendToOutbox(tx: Tx, events: readonly OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(toRow);
  const keys = [...new Set(rows.map((row) => `${row.topic}:${row.key}`))];
  await tx.queryPrepared(
    `select pg_advisory_xact_lock(lock)
       from (select distinct hashtextextended(current_schema() || key, 0) as lock
               from unnest($1::text[]) as key order by 1) locks`,
    [keys],
  );
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    await insert(tx, rows.slice(start, start + ROWS_AT_A_TIME));
  }
  await tx.queryPrepared(`select pg_notify('outbox_' || current_schema(), '')`);
}

/** One parameter for each value: in an array the driver would escape every quote of the JSON. */
async function insert(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  const places = rows.map((_, row) => `($${row * 4 + 1}, $${row * 4 + 2}, $${row * 4 + 3}, $${row * 4 + 4})`);
  const text = `insert into outbox (topic, key, value, headers) values ${places.join(', ')}`;
  const values = rows.flatMap(({ topic, key, value, headers }) => [topic, key, value, headers]);
  // Most often it is one; prepared, it costs the server a third less.
  await (rows.length === 1 ? tx.queryPrepared(text, values) : tx.query(text, values));
}

function toRow({ contract, key, payload, trace, payloadJson }: OutgoingEvent): OutboxRow {
  const valid = checked(contract.payload, payload, contract.topic);
  const envelope = JSON.stringify({
    id: randomUUID(),
    type: contract.topic,
    version: contract.version,
    occurredAt: new Date().toISOString(),
  });
  const value = `${envelope.slice(0, -1)},"payload":${payloadJson ?? JSON.stringify(valid)}}`;
  const bytes = Buffer.byteLength(value);
  if (bytes > MAX_MESSAGE_BYTES) {
    throw new EventTooLargeError(`${contract.topic}: ${bytes} bytes are more than ${MAX_MESSAGE_BYTES}`);
  }
  return { topic: contract.topic, key: String(key), value, headers: traceHeaders(trace) };
}
