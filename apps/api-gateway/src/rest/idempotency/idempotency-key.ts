import { Problem } from '@tributary/contracts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LENGTH_MAX = 255;
const NAME = 'Idempotency-Key';

/** The key as the client sent it; undefined if it sent none. @throws Problem (invalid) if it is invalid or repeated */
export function idempotencyKeyOf(request: IncomingMessage): string | undefined {
  const keys = request.headersDistinct['idempotency-key'] ?? [];
  const [first, second] = keys;
  if (first === undefined) return undefined;
  if (second !== undefined) throw Problem.invalid({ [NAME]: [`Send one ${NAME}.`] });
  return checkedKey(first);
}

const keys = new AsyncLocalStorage<string>();

/** Runs the work of a request with a key: all its commands carry it. */
export function withIdempotencyKey<T>(key: string, work: () => T): T {
  return keys.run(key, work);
}

/** The key of the current request; undefined if it has none. */
export function currentIdempotencyKey(): string | undefined {
  return keys.getStore();
}

function checkedKey(key: string): string {
  const text = key.trim();
  if (text !== '' && text.length <= LENGTH_MAX) return text;
  throw Problem.invalid({ [NAME]: [`The ${NAME} must have 1 to ${LENGTH_MAX} characters.`] });
}

/** Refuses a key that was used for another request, with the owners' text. @throws Problem (invalid), always */
export function refuseOtherRequest(): never {
  throw Problem.invalid({ [NAME]: [`The ${NAME} was already used with another request.`] });
}

/** The parts that must be equal in a repeated request: the order of members does not count. */
export function requestDigest(method: string, url: string, body: unknown): string {
  return hash('sha256', JSON.stringify([method, url, inOrder(body ?? {})]));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, one]) => [name, inOrder(one)]);
}
