/** Postgres error classes with outside causes: connection, sign-in, resources, operator intervention, system. */
const TRANSIENT_CLASSES = ['08', '28', '53', '57', '58'];
/** Contention, a sleeping process's lost transaction, and a server that refuses writes, as after a failover. */
const TRANSIENT_CODES = ['40001', '40P01', '55P03', '25P03', '25006'];

const TRANSIENT_NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
];

const SQL_STATE = /^[0-9A-Z]{5}$/;

const TRANSIENT_MESSAGES =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|driver not connected|query runner already released/i;

/** A failure of our own with an outside cause, such as a part that is shutting down. */
export class TransientError extends Error {
  override readonly name: string = 'TransientError';
}

/**
 * Whether the cause of the failure is outside of the work (database down, timeout, deadlock). The same work may succeed
 * later, so it is retried and never becomes a dead letter.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TransientError) return true;
  const code = codeOf(error);
  if (code !== null && isTransientCode(code)) return true;
  if (TRANSIENT_MESSAGES.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isTransient)) return true;
  return 'driverError' in error && isTransient(error.driverError);
}

/** Postgres' code of an error: five characters, such as `53100` for a full disk; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  if (code !== null && SQL_STATE.test(code)) return code;
  return 'driverError' in error ? sqlStateOf(error.driverError) : null;
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function isTransientCode(code: string): boolean {
  if (TRANSIENT_NETWORK_CODES.includes(code) || TRANSIENT_CODES.includes(code)) return true;
  return SQL_STATE.test(code) && TRANSIENT_CLASSES.includes(code.slice(0, 2));
}
