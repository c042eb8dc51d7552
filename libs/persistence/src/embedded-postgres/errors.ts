/** Why an embedded server could not be started; each reason needs another remedy. */
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

/** Thrown by everything around the embedded server; the message says what to do about it. */
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
