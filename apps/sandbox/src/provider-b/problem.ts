import { Problem } from '../server/problem';

/** The errors of the published interface that the sandbox gives, each with its status. */
export const ERROR_STATUS = {
  UNAUTHORIZED_APPLICATION: 401,
  EXPIRED_SESSION: 401,
  CLOSED_SESSION: 401,
  REVOKED_SESSION: 401,
  SESSION_DOES_NOT_EXIST: 404,
  ACCOUNT_DOES_NOT_EXIST: 404,
  ASPSP_ACCOUNT_NOT_ACCESSIBLE: 403,
  ASPSP_PSU_ACTION_REQUIRED: 403,
  ASPSP_RATE_LIMIT_EXCEEDED: 429,
  ASPSP_ERROR: 400,
  ASPSP_TIMEOUT: 408,
  ALREADY_AUTHORIZED: 422,
  WRONG_AUTHORIZATION_CODE: 422,
  WRONG_ASPSP_PROVIDED: 422,
  WRONG_REQUEST_PARAMETERS: 422,
  WRONG_TRANSACTIONS_PERIOD: 422,
  WRONG_CONTINUATION_KEY: 422,
  WRONG_DATE_INTERVAL: 422,
  DATE_TO_WITHOUT_DATE_FROM: 422,
  DATE_FROM_IN_FUTURE: 422,
  PSU_HEADER_NOT_PROVIDED: 422,
} as const;
export type ErrorName = keyof typeof ERROR_STATUS;

/** A response of PROVIDER_B that is not a success. */
export function problem(error: ErrorName, detail: string | null = null): Problem {
  const status = ERROR_STATUS[error];
  return new Problem(status, errorBody(status, error, detail));
}

export function errorBody(status: number, error: string | null, detail: string | null): object {
  return { message: error === null ? 'Error' : inWords(error), code: status, error, detail };
}

/** The body for a status that a fault requests; `error` names the reason. */
export function providerBErrorBody(status: number, _retryAfterS: number | undefined, error?: string): object {
  if (error !== undefined) return errorBody(status, error, null);
  if (status === 429) return errorBody(status, 'ASPSP_RATE_LIMIT_EXCEEDED', null);
  return errorBody(status, status >= 500 ? null : 'ASPSP_ERROR', null);
}

function inWords(error: string): string {
  const words = error.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
