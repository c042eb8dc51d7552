import { PostFailure } from './delivery';

const TIMEOUT_CODES = [
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
];
const DNS_CODES = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'];
const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/;

/** Sorts a client's error by what it says about the endpoint. */
export function postFailureOf(error: unknown): PostFailure {
  if (error instanceof AggregateError && error.errors.length > 0) return postFailureOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ADDRESS_REFUSED') return 'ADDRESS_REFUSED';
  if (error instanceof Error && error.name === 'AbortError') return 'TIMEOUT';
  if (TIMEOUT_CODES.includes(code)) return 'TIMEOUT';
  if (DNS_CODES.includes(code)) return 'DNS';
  return TLS_CODES.test(code) ? 'TLS' : 'CONNECTION';
}
