/** Reasons why an embedded server could not be started; each has another remedy. */
export type EmbeddedPostgresFailure =
  | 'binaries-missing'
  | 'data-directory-in-use'
  | 'port-taken'
  | 'no-unprivileged-account'
  | 'no-name'
  | 'data-directory-out-of-reach'
  | 'init-failed'
  | 'start-failed'
  | 'keeps-ending'
  | 'stop-failed';

/** Thrown by all code around the embedded server; the message names the remedy. */
export class EmbeddedPostgresError extends Error {
  constructor(
    readonly reason: EmbeddedPostgresFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}
