import { Problem } from '@tributary/contracts';
import { QueryDefinition } from '@tributary/http';
import { createHash } from 'node:crypto';

/** Query of a callback, which another company's page builds. */
export const CALLBACK_QUERY = { includes: {}, allowsUnknown: true } as const satisfies QueryDefinition;

/** Query that a user's browser brings back from another company's page. */
export interface BrowserReturn {
  readonly state: string;
  /** Parameters that the company may need to end the setup, such as a `code`. */
  readonly callback: Readonly<Record<string, string>>;
}

/** Format of a state: 256 random bits. */
const STATE = /^[A-Za-z0-9_-]{43}$/;
const PARAMETERS_MAX = 20;
const VALUE_LENGTH_MAX = 4096;

/** @throws Problem (not_found) if the state is impossible */
export function browserReturn(url: string): BrowserReturn {
  const callback = parametersOf(url);
  const state = callback.state ?? callback.ref ?? '';
  if (!STATE.test(state)) throw Problem.notFound();
  return { state, callback };
}

/** The state's hash, as the owners of setups know it: the key of their commands, so that the bus never has the state. */
export function keyOfState(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/** The last of repeated values. */
function parametersOf(url: string): Record<string, string> {
  const parameters = [...new URL(url).searchParams].slice(0, PARAMETERS_MAX);
  return Object.fromEntries(parameters.filter(([, value]) => value.length <= VALUE_LENGTH_MAX));
}
