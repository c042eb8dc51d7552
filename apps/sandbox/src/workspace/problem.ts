import { Problem } from '../server/problem';

const CODES: Readonly<Record<number, string>> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'restricted_resource',
  404: 'object_not_found',
  409: 'conflict_error',
  429: 'rate_limited',
  500: 'internal_server_error',
  503: 'service_unavailable',
  504: 'gateway_timeout',
  529: 'service_overload',
};

/** A response of Notion that is not a success: `{object: "error", status, code, message}`. */
export function problem(
  status: number,
  message: string,
  code = CODES[status] ?? 'internal_server_error',
  retryAfterS?: number,
): Problem {
  const body = { object: 'error', status, code, message, request_id: 'sandbox' };
  return new Problem(status, body, { message, retryAfterS });
}

export function validationError(message: string): Problem {
  return problem(400, message);
}

/** A write to a page in a database that the user has moved to the trash. */
export function archivedAncestor(): Problem {
  return validationError(
    "Can't edit page on block with an archived ancestor. You must unarchive the ancestor before editing.",
  );
}

export function notFound(kind: string, id: string): Problem {
  return problem(
    404,
    `Could not find ${kind} with ID: ${id}. Make sure the relevant pages and databases are shared with your integration "Tributary".`,
  );
}

/** The body for a status that a fault requests. */
export function workspaceErrorBody(status: number, _retryAfterS?: number, message?: string): object {
  return problem(status, message ?? 'The request could not be served.').body;
}
