import { PostFailure } from '../delivery';

const TIMEOUT_CODES = [
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
];
const DNS_CODES = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
  'ETIMEOUT',
];
const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/;

const BROKEN_CODES = ['UND_ERR_SOCKET', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'];

/** Returns whether the other side closed or reset the connection. */
export function isBrokenConnection(error: unknown): boolean {
  return BROKEN_CODES.includes(textOf(error, 'code'));
}

/** Classifies a client's error by the part of the connection that failed. */
export function postFailureOf(error: unknown): PostFailure {
  const [first] = listOf(error, 'errors');
  if (first !== undefined) return postFailureOf(first); // several addresses were tried
  const code = textOf(error, 'code');
  if (code === 'ADDRESS_REFUSED') return 'ADDRESS_REFUSED';
  if (textOf(error, 'name') === 'AbortError' || TIMEOUT_CODES.includes(code)) return 'TIMEOUT';
  if (DNS_CODES.includes(code)) return 'DNS';
  return TLS_CODES.test(code) ? 'TLS' : 'CONNECTION';
}

function listOf(error: unknown, member: string): unknown[] {
  const value = memberOf(error, member);
  return Array.isArray(value) ? value : [];
}

function textOf(error: unknown, member: string): string {
  const value = memberOf(error, member);
  return typeof value === 'string' ? value : '';
}

function memberOf(error: unknown, member: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, member) : undefined;
}
