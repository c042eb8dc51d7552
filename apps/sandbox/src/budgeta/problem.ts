import { Problem } from '../server/problem';

const NAMES: Readonly<Record<string, string>> = {
  '400': 'bad_request',
  '401': 'unauthorized',
  '403.1': 'subscription_lapsed',
  '404.1': 'not_found',
  '404.2': 'resource_not_found',
  '409': 'conflict',
  '429': 'too_many_requests',
  '500': 'internal_server_error',
  '503': 'service_unavailable',
};

/**
 * A response of BUDGETA that is not a success: `{error: {id, name, detail}}`.
 * @param code the HTTP status, with BUDGETA's sub-code if there is one: `404.2`
 */
export function problem(code: string, detail: string): Problem {
  const error = { id: code, name: NAMES[code] ?? 'internal_server_error', detail };
  return new Problem(Number.parseInt(code, 10), { error });
}

export function badRequest(detail: string): Problem {
  return problem('400', detail);
}

export function resourceNotFound(): Problem {
  return problem('404.2', 'Resource not found');
}

export function tooManyRequests(): Problem {
  return problem('429', 'Too many requests');
}

const FAULT_CODES: ReadonlyMap<number, string> = new Map([
  [403, '403.1'],
  [404, '404.2'],
]);

/** The body for a status that a fault requests. */
export function budgetaErrorBody(
  status: number,
  _retryAfterS?: number,
  detail = 'The request could not be served',
): object {
  if (status === 429) return tooManyRequests().body;
  return problem(FAULT_CODES.get(status) ?? String(status), detail).body;
}
