import type { ServedCall } from '@tributary/sandbox';

/**
 * The calls of our connectors that the vendor's own client makes, too, by the routes of the sandbox. The suites beside this
 * file make them all with that client; the conformance suite refuses calls of a connector that are missing here, so a new
 * call needs its counterpart first. PROVIDER_B publishes no client.
 */
export const OFFICIAL_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/provider-a/api/v2': [
    'POST /token/new/',
    'GET /institutions/',
    'GET /institutions/:id/',
    'POST /agreements/enduser/',
    'GET /agreements/enduser/:id/',
    'POST /requisitions/',
    'GET /requisitions/:id/',
    'DELETE /requisitions/:id/',
    'GET /accounts/:id/',
    'GET /accounts/:id/details/',
    'GET /accounts/:id/balances/',
    'GET /accounts/:id/transactions/',
  ],
  '/provider-c': [
    'GET /brokerages',
    'POST /snapTrade/registerUser',
    'POST /snapTrade/login',
    'DELETE /snapTrade/deleteUser',
    'GET /authorizations',
    'GET /authorizations/:id',
    'GET /authorizations/:id/accounts',
    'DELETE /connection/:id',
    'GET /accounts/:id',
    'GET /accounts/:id/balances',
    'GET /accounts/:id/positions/all',
    'GET /accounts/:id/activities',
  ],
};

/** Pages that people open in their browser. */
const PAGES = ['GET /portal/:session'];

/** The calls of a server that succeeded, relative to it. */
export function acceptedCalls(calls: readonly ServedCall[], server: string): string[] {
  const accepted = calls.filter(({ route, status }) => route.startsWith(`${server}/`) && status < 300);
  const relative = accepted.map(({ method, route }) => `${method} ${route.slice(server.length)}`);
  return [...new Set(relative)].filter((call) => !PAGES.includes(call)).sort();
}

/** The calls that a connector made and the vendor's own client does not make. */
export function unofficialCalls(calls: readonly ServedCall[]): string[] {
  return Object.entries(OFFICIAL_CALLS).flatMap(([server, official]) =>
    acceptedCalls(calls, server)
      .map((call) => call.replace(/ \/api\/v1\//, ' /')) // the older prefix of PROVIDER_C
      .filter((call) => !official.includes(call)),
  );
}
