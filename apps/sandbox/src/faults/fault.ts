import { Fields } from '../server/fields';
import { invalid } from '../server/problem';

export const FAULT_TARGETS = [
  'provider-a',
  'provider-b',
  'provider-c',
  'simplefin',
  'budgeta',
  'budgeta-oauth',
  'sheets',
  'workspace',
  'workspace-oauth',
  'exchange-rates',
  'receiver',
] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

/**
 * How a server can misbehave.
 * - `status`: responds with `status` and does nothing; `retry_after_s` opens a window in which requests are counted
 * - `timeout`, `drop`: does nothing; keeps silent for `delay_ms` and then cuts the connection, or cuts it at once
 * - `drop_after_accept`, `timeout_after_accept`: does the work, then the same without a response
 * - `slow`: does everything right, `delay_ms` later
 * - `held`: does everything right, once the fault is cleared
 * - `truncate`, `not_json`: does the work, then sends half of the response, or a page of HTML
 * - `missing_field`, `bad_amount`, `repeat_id`: one row of a good response lacks `field`, has `value` as its amount, or is there twice
 * - `replace_row`, `reverse_rows`: one row is the JSON in `value` instead; the rows come in the opposite order
 * - `no_rate_headers`: leaves the rate-limit headers out
 * - `accept_part`: BUDGETA accepts the first `rows` of a bulk and then responds with `status`
 */
export const FAULT_KINDS = [
  'status',
  'timeout',
  'drop',
  'drop_after_accept',
  'timeout_after_accept',
  'slow',
  'held',
  'truncate',
  'not_json',
  'missing_field',
  'bad_amount',
  'repeat_id',
  'replace_row',
  'reverse_rows',
  'no_rate_headers',
  'accept_part',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly id: number;
  readonly target: FaultTarget;
  readonly kind: FaultKind;
  /** Matched against method, space, path and query: `POST /budgeta/v1/plans/…`. */
  readonly path: RegExp;
  /** The bearer token of the requests that it is for; undefined: every token. */
  readonly token: string | undefined;
  readonly status: number;
  /** The reason in the error body; undefined: the server's usual one. */
  readonly error: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly delayMs: number;
  /** Lets this many matching requests pass first. */
  readonly after: number;
  /** Undefined: until it is cleared. */
  readonly times: number | undefined;
  readonly field: string;
  readonly value: string;
  /** The names of the lists whose rows are damaged; empty for the target's usual lists, or the first list. */
  readonly lists: readonly string[];
  /** The number of the damaged row, from 0, or the number of accepted rows with `accept_part`. */
  readonly rows: number;
}

/** Reads a control request. Defaults: status 503, once, every path, the first row's amount. */
export function faultFromBody(id: number, body: unknown): Fault {
  const given = new Fields(body, 'a fault');
  const kind = given.oneOf('kind', FAULT_KINDS);
  const target = given.oneOf('target', FAULT_TARGETS);
  if (!kind || !target) throw invalid('kind and target are required');
  return {
    id,
    target,
    kind,
    path: pattern(given.text('path') ?? ''),
    token: given.text('token'),
    status: given.integer('status') ?? 503,
    error: given.text('error'),
    retryAfterS: given.integer('retry_after_s'),
    delayMs: given.integer('delay_ms') ?? (kind.startsWith('timeout') ? 120_000 : 0),
    after: given.integer('after') ?? 0,
    times: given.members['times'] === null ? undefined : (given.integer('times') ?? 1),
    field: given.text('field') ?? 'transactionAmount',
    value: given.text('value') ?? '1e3',
    lists: [given.text('list') ?? []].flat(),
    rows: given.integer('rows') ?? 0,
  };
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (cause) {
    throw invalid('path must be a regular expression', { cause });
  }
}
