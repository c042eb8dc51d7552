/** Connecting failed: the request never left. Anything later may have reached the other side. */
const NEVER_SENT: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Whether a request that failed without an answer has certainly not been read by the other side. */
export function wasNeverSent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && NEVER_SENT.includes(String(cause.code));
}
