/** The pages of `docs/errors`. Each explains the error, its cause, and the remedy. */
export const ERROR_PAGES = [
  'conflict',
  'internal',
  'missing-scope',
  'not-found',
  'owner-only',
  'plan-limit',
  'result-unknown',
  'session-refused',
  'token-not-accepted',
  'too-many-requests',
  'unavailable',
  'unreadable-request',
] as const;
export type ErrorPage = (typeof ERROR_PAGES)[number];

/** The address at which this installation serves a page. */
export type ErrorPageUrl = (page: ErrorPage) => string;

/** The body of an error. @param page null where the body itself names the remedy, field by field */
export function errorBody(
  body: Readonly<Record<string, unknown>>,
  page: ErrorPage | null,
  urlOf: ErrorPageUrl,
): Readonly<Record<string, unknown>> {
  return page === null ? body : { ...body, docs_url: urlOf(page) };
}
