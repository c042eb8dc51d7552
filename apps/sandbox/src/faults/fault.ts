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
  'receiver',
] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

/**
 * How a server can misbehave.
 * - `status`: answers `status` and does nothing; `retry_after_s` opens a window in which requests are counted
 * - `timeout`, `drop`: does nothing; keeps silent for `delay_ms` and then cuts the connection, or cuts it at once
 * - `drop_after_accept`, `timeout_after_accept`: does the work, then the same without an answer
 * - `slow`: does everything right, `delay_ms` later
 * - `held`: does everything right, once the fault is cleared
 * - `truncate`, `not_json`: does the work, then half of the answer, or a page of HTML
 * - `missing_field`, `bad_amount`, `repeat_id`: one row of a good answer lacks `field`, has `value` as its amount, or is there twice
 * - `replace_row`, `reverse_rows`: one row is the JSON in `value` instead; the rows come in the opposite order
 * - `no_rate_headers`: leaves the rate-limit headers out
 * - `accept_part`: BUDGETA keeps the first `rows` of a bulk and then answers `status`
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
  /** Of requests with this bearer token alone; undefined: of everybody's. */
  readonly token: string | undefined;
  readonly status: number;
  /** The reason that the error body gives, in the server's own words; undefined for the usual one. */
  readonly error: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly delayMs: number;
  /** Lets this many matching requests pass first. */
  readonly after: number;
  /** Undefined: until it is cleared. */
  readonly times: number | undefined;
  readonly field: string;
  readonly value: string;
  /** The names of the lists whose rows are damaged; none: the target's usual ones, or the first there is. */
  readonly lists: readonly string[];
  /** Which row is damaged, from 0; how many rows are kept with `accept_part`. */
  readonly rows: number;
}

/** Reads a control request. Defaults: status 503, once, every path, the first row's amount. */
export function faultFromBody(id: number, body: unknown): Fault {
  const given = objectOf(body);
  const kind = oneOf(FAULT_KINDS, given['kind'], 'kind');
  return {
    id,
    target: oneOf(FAULT_TARGETS, given['target'], 'target'),
    kind,
    path: pattern(given['path']),
    token: text(given['token'], 'token'),
    status: integer(given['status'], 'status') ?? 503,
    error: text(given['error'], 'error'),
    retryAfterS: integer(given['retry_after_s'], 'retry_after_s'),
    delayMs: integer(given['delay_ms'], 'delay_ms') ?? (kind.startsWith('timeout') ? 120_000 : 0),
    after: integer(given['after'], 'after') ?? 0,
    times: given['times'] === null ? undefined : (integer(given['times'], 'times') ?? 1),
    field: text(given['field'], 'field') ?? 'transactionAmount',
    value: text(given['value'], 'value') ?? '1e3',
    lists: [text(given['list'], 'list') ?? []].flat(),
    rows: integer(given['rows'], 'rows') ?? 0,
  };
}

function objectOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) throw invalid('a fault is a JSON object');
  return body as Record<string, unknown>;
}

function oneOf<Value extends string>(allowed: readonly Value[], value: unknown, name: string): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw invalid(`${name} must be one of ${allowed.join(', ')}`);
  return found;
}

function integer(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw invalid(`${name} must be an integer from 0`);
  }
  return value;
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalid(`${name} must be a string`);
  return value;
}

function pattern(value: unknown): RegExp {
  try {
    return new RegExp(text(value, 'path') ?? '');
  } catch (cause) {
    throw invalid('path must be a regular expression', { cause });
  }
}
