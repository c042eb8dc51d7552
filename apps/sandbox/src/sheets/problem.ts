import { Problem } from '../server/problem';

/** The canonical codes of google.rpc that this server responds with. */
const CODES = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;
export type RpcStatus = keyof typeof CODES;

/** A response of Google Sheets that is not a success: `{error: {code, message, status}}`. */
export function problem(status: RpcStatus, message: string): Problem {
  return new Problem(CODES[status], sheetsErrorBody(CODES[status], message), { message });
}

export function invalidArgument(message: string): Problem {
  return problem('INVALID_ARGUMENT', message);
}

/** Returns the error of one request of a batch. No request of the batch is carried out. */
export function invalidRequest(index: number, kind: string, message: string): Problem {
  return invalidArgument(`Invalid requests[${index}].${kind}: ${message}`);
}

export function notFound(): Problem {
  return problem('NOT_FOUND', 'Requested entity was not found.');
}

/** The body that goes with an HTTP status. */
export function sheetsErrorBody(code: number, message = 'The request could not be served.'): object {
  const named = (Object.keys(CODES) as RpcStatus[]).find((status) => CODES[status] === code);
  return { error: { code, message, status: named ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL') } };
}
