import { HttpException, HttpStatus } from '@nestjs/common';
import { firstOf, Problem, ProblemDetail } from '@tributary/contracts';
import { CommandTimeoutError } from '@tributary/messaging';
import { isTransient, RequestOverError, TooManyWaitingError } from '@tributary/persistence';
import {
  AppUnauthenticatedError,
  MissingScopeError,
  AdministratorOnlyError,
  OwnerOnlyError,
  RateLimitedError,
  SESSION_REFUSALS,
  SessionRefusedError,
  UnauthenticatedError,
} from './access-errors';
import { ErrorPage } from './error-page';
import { firstErrors } from './first-errors';

/** The error response to a client's request. */
export interface ErrorResponse {
  readonly status: number;
  /** Target of `docs_url`; null for a validation, whose body has the errors by field, and for readiness. */
  readonly page: ErrorPage | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const RETRY_AFTER_S = 5;

/** A kind of problem that is not mapped does not compile. */
const BY_KIND: {
  [Kind in ProblemDetail['kind']]: (detail: Extract<ProblemDetail, { kind: Kind }>) => ErrorResponse;
} = {
  not_found: () => notFound(),
  invalid: ({ errors }) => ({
    status: 422,
    page: null,
    body: { message: firstOf(errors), errors: firstErrors(errors) },
  }),
  conflict: ({ message, members }) => ({ status: 409, page: 'conflict', body: { message, ...members } }),
  forbidden: ({ scopes }) => missingScope(new MissingScopeError(scopes)),
  plan_limit: ({ feature, current, limit }) => ({
    status: 403,
    page: 'plan-limit',
    body: {
      message: `Your plan's limit of ${limit} was reached (${feature}). Please upgrade your plan to add more.`,
      feature,
      current,
      limit,
      formatted_limit: String(limit),
    },
  }),
  upstream: ({ message, retryAfterMs }) =>
    unavailable(message, retryAfterMs === null ? RETRY_AFTER_S : Math.ceil(retryAfterMs / 1000)),
  failed: () => internal(),
};

/** Maps anything that was thrown to a response; unknown errors become "internal" without details. */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof Problem) return problemResponse(error.detail);
  if (error instanceof UnauthenticatedError) return unauthenticated(error);
  if (error instanceof AppUnauthenticatedError) {
    return {
      status: 401,
      page: 'token-not-accepted',
      body: { message: error.message },
      headers: { 'www-authenticate': 'Basic realm="apps"' },
    };
  }
  if (error instanceof SessionRefusedError) return sessionRefused(error);
  if (error instanceof MissingScopeError) return missingScope(error);
  if (error instanceof OwnerOnlyError || error instanceof AdministratorOnlyError)
    return { status: 403, page: 'owner-only', body: { message: error.message } };
  if (error instanceof RateLimitedError || error instanceof TooManyWaitingError) return rateLimited(error);
  if (error instanceof RequestOverError) return resultUnknown(error.message);
  if (error instanceof CommandTimeoutError) {
    if (!error.wasSent)
      return unavailable(
        'The message bus does not answer at the moment, so nothing was changed. Try again later.',
      );
    return resultUnknown(
      'The service did not answer in time, so it is not known whether the request was carried out. ' +
        'Repeat it with the same Idempotency-Key.',
    );
  }
  if (error instanceof HttpException) return frameworkResponse(error);
  if (isTransient(error)) return unavailable('The service is not available at the moment.');
  return internal();
}

/** Whether to log it for the operator: the fault is ours. */
export function isFault(response: ErrorResponse): boolean {
  return response.status >= 500;
}

function problemResponse<Kind extends ProblemDetail['kind']>(
  detail: Extract<ProblemDetail, { kind: Kind }>,
): ErrorResponse {
  return BY_KIND[detail.kind](detail);
}

function unauthenticated(error: UnauthenticatedError): ErrorResponse {
  const challenge = error.presented ? 'Bearer error="invalid_token"' : 'Bearer';
  return {
    status: 401,
    page: 'token-not-accepted',
    body: { message: error.message },
    headers: { 'www-authenticate': challenge },
  };
}

function sessionRefused({ reason, message }: SessionRefusedError): ErrorResponse {
  const { status, page } = SESSION_REFUSALS[reason];
  return {
    status,
    page,
    body: { message },
    ...(status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {}),
  };
}

function missingScope(error: MissingScopeError): ErrorResponse {
  const challenge = `Bearer error="insufficient_scope", scope="${error.scopes.join(' ')}"`;
  return {
    status: 403,
    page: 'missing-scope',
    body: { message: error.message },
    headers: { 'www-authenticate': challenge },
  };
}

function rateLimited({ message, retryAfterS }: RateLimitedError | TooManyWaitingError): ErrorResponse {
  return {
    status: 429,
    page: 'too-many-requests',
    body: { message },
    headers: { 'retry-after': String(retryAfterS) },
  };
}

/** Errors of Nest and Fastify: an unknown path, a body that is too large or not JSON. */
function frameworkResponse(error: HttpException): ErrorResponse {
  const status = error.getStatus();
  if (status === Number(HttpStatus.NOT_FOUND)) return notFound();
  if (status === Number(HttpStatus.BAD_REQUEST)) return malformedBody();
  if (status === Number(HttpStatus.SERVICE_UNAVAILABLE)) return asThrown(error, status);
  if (status >= 500) return internal();
  return { status, page: 'unreadable-request', body: { message: MESSAGES[status] ?? error.message } };
}

const MESSAGES: Readonly<Record<number, string>> = {
  413: 'The request body is too large.',
  415: 'The request body must be application/json.',
};

/** The body of a thrown error unchanged: readiness sends 503 with its checks. */
function asThrown(error: HttpException, status: number): ErrorResponse {
  const thrown = error.getResponse();
  const body = typeof thrown === 'string' ? { message: thrown } : (thrown as Record<string, unknown>);
  return { status, page: null, body, headers: { 'retry-after': String(RETRY_AFTER_S) } };
}

function malformedBody(): ErrorResponse {
  const errors = { body: ['The body is not valid JSON.'] };
  return { status: 422, page: null, body: { message: firstOf(errors), errors } };
}

function notFound(): ErrorResponse {
  return { status: 404, page: 'not-found', body: { message: 'Resource not found.' } };
}

function unavailable(message: string, retryAfterS = RETRY_AFTER_S): ErrorResponse {
  return {
    status: 503,
    page: 'unavailable',
    body: { message },
    headers: { 'retry-after': String(Math.max(1, retryAfterS)) },
  };
}

/** The time limit passed before the result was known: the change may have been made. */
export function resultUnknown(message: string): ErrorResponse {
  return { ...unavailable(message), page: 'result-unknown' };
}

function internal(): ErrorResponse {
  return {
    status: 500,
    page: 'internal',
    body: { message: 'The request failed because of an internal error.' },
  };
}
