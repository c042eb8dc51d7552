import { setTimeout as pause } from 'node:timers/promises';
import { RequestFailed } from '../requests/request-service';

/** How long a command waits for an installation that restarts while the command follows its work. */
const PATIENCE_MS = 120_000;
/** The same before its first response, if the gateway has replied over the database a moment ago. */
const FIRST_PATIENCE_MS = 20_000;
const RETRY_AFTER_MS = 1000;

/**
 * `fetch` that repeats a request without a response, once the installation has sent one: it may restart during a
 * command that waits for hours. Changes have an idempotency key, so that a repeated one is carried out once.
 * @param runs whether the installation is known to run
 */
export function patientFetch(baseUrl: string, runs = false): (request: Request) => Promise<Response> {
  let patienceMs = runs ? FIRST_PATIENCE_MS : 0;
  return async (request) => {
    for (const since = Date.now(); ; await pause(RETRY_AFTER_MS)) {
      try {
        const response = await fetch(request.clone());
        patienceMs = PATIENCE_MS;
        return response;
      } catch (cause) {
        if (Date.now() - since < patienceMs) continue;
        const { origin } = new URL(baseUrl);
        throw new RequestFailed(`${origin} does not answer (${codeOf(cause)}): does Tributary run there?`, {
          cause,
        });
      }
    }
  };
}

/** The code of the failure below `fetch failed`, such as ECONNREFUSED or a fault of the certificate. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return typeof cause === 'object' && cause !== null && 'code' in cause
    ? String(cause.code)
    : 'no connection';
}
