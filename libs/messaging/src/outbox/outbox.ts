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

/** The server finds a part of a message by reading over those before it. */
const ROWS_AT_A_TIME = 200;

/** Statements of few messages are frequent. */
const PREPARED_ROWS_MAX = 8;

/**
 * The topic, key, value and headers of a message. The value is text in a parameter of its own: in an array the driver
 * would escape every quote of the JSON.
 */
type OutboxRow = readonly [topic: string, key: string, value: string, headers: Record<string, string>];

/**
 * Appends events to the schema's `outbox` in the caller's transaction: the events exist if, and only if, the rows do.
 * Writers of one key wait for each other until their commits.
 */
export async function appendToOutbox(tx: Tx, events: readonly OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(toRow);
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    await append(tx, rows.slice(start, start + ROWS_AT_A_TIME));
  }
}

async function append(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  const values = rows.flat();
  const parameters = values.map((_, index) => `$${index + 1}`).join(', ');
  const text = `select append_to_outbox(array[${parameters}]::text[])`;
  await (rows.length <= PREPARED_ROWS_MAX ? tx.queryPrepared(text, values) : tx.query(text, values));
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
  return [contract.topic, String(key), value, traceHeaders(trace)];
}
