import type { ServedCall } from '@tributary/sandbox';

/**
 * The calls of our connectors that the vendor's own client makes, too, by the routes of the sandbox. The suites beside this
 * file make them all with that client; the conformance suite refuses calls of a connector that are missing here, so a new
 * call needs its counterpart first. WORKSPACE and BUDGETB use the vendor's own client themselves.
 */
export const OFFICIAL_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/budgeta/v1': [
    'GET /user',
    'GET /plans',
    'GET /plans/:plan/accounts',
    'GET /plans/:plan/categories',
    'GET /plans/:plan/transactions',
    'POST /plans/:plan/transactions',
    'PATCH /plans/:plan/transactions',
    'PUT /plans/:plan/transactions/:id',
    'DELETE /plans/:plan/transactions/:id',
  ],
  '/sheets': [
    'POST /token',
    'GET /v4/spreadsheets/:id',
    'POST /v4/spreadsheets/:id:getByDataFilter',
    'POST /v4/spreadsheets/:id:batchUpdate',
  ],
};

/** The calls of a server that succeeded, relative to it. Pages that people open in their browser redirect. */
export function acceptedCalls(calls: readonly ServedCall[], server: string): string[] {
  const accepted = calls.filter(({ route, status }) => route.startsWith(`${server}/`) && status < 300);
  return [...new Set(accepted.map(({ method, route }) => `${method} ${route.slice(server.length)}`))].sort();
}

/** The calls that a connector made and the vendor's own client does not make. */
export function unofficialCalls(calls: readonly ServedCall[]): string[] {
  return Object.entries(OFFICIAL_CALLS).flatMap(([server, official]) =>
    acceptedCalls(calls, server).filter((call) => !official.includes(call)),
  );
}
