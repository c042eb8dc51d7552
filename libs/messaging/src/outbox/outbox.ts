import { Context } from '@opentelemetry/api';
import { checked, EventContract, EventPayload } from '@tributary/contracts';
import { textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { MAX_MESSAGE_BYTES } from '../bus-engine';
import { traceHeaders } from '../tracing';

/** An event to send, appended in the transaction of its rows. */
export interface OutgoingEvent<C extends EventContract = EventContract> {
  readonly contract: C;
  /** Messages of one key stay in order: the account's id for everything that belongs to an account. */
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

/** Limits the parameters of one statement: a message may have half a megabyte. */
const ROWS_AT_A_TIME = 200;

interface OutboxRow {
  readonly topic: string;
  readonly key: string;
  /** JSON. */
  readonly value: string;
  readonly headers: Record<string, string>;
}

const APPEND = `select append_to_outbox($1::text[], $2::text[], ${textSequence(3)}, ${textSequence(4)})`;

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
  await tx.queryPrepared(APPEND, [
    rows.map(({ topic }) => topic),
    rows.map(({ key }) => key),
    toTextSequence(rows.map(({ value }) => value)),
    toTextSequence(rows.map(({ headers }) => JSON.stringify(headers))),
  ]);
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
