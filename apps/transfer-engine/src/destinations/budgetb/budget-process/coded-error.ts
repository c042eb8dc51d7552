/** A failure with a code, like those of Actual's client. */
export class CodedError extends Error {
  override readonly name = 'CodedError';

  constructor(
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`Actual: ${code}`, options);
  }
}

/** The code of a failure, whoever threw it. */
export function codeOf(error: unknown): string {
  const { code, reason } = (error ?? {}) as { readonly code?: unknown; readonly reason?: unknown };
  // Actual reports its rate limit as a sentence, not as a code.
  if (typeof reason === 'string' && /^too many requests/i.test(reason)) return 'too-many-requests';
  const word = [code, reason].find((one) => typeof one === 'string' && /^[a-z_-]{1,40}$/i.test(one));
  return typeof word === 'string' ? word : 'unknown';
}
