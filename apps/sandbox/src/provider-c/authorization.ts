import type { FastifyRequest } from 'fastify';
import { Problem } from '../server/problem';
import { badSignature, problem } from './problem';
import type { ProviderCState } from './provider-c.state';
import { isSigned, type ProviderCKey } from './signatures';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the request. */
    providerCUser: string;
  }
}

interface SignedQuery {
  readonly clientId?: string;
  readonly timestamp?: string;
  readonly userId?: string;
  readonly userSecret?: string;
}

/** Older and newer requests are replays, or come from a wrong clock. */
const TIMESTAMP_TOLERANCE_MS = 5 * 60_000;

/** The key of the request's client. Throws 401. */
export function keyOf(state: ProviderCState, request: FastifyRequest): ProviderCKey {
  const { clientId } = request.query as SignedQuery;
  const key = state.keys.find((known) => known.clientId === clientId);
  if (!key) throw badSignature();
  return key;
}

/** The sandbox's prefix of the vendor's paths. The vendor's own client signs the part behind it. */
const MOUNT = '/provider-c';

/** Path and query are checked as received: a client that signs something else than it sends is refused. */
export function checkSignature(state: ProviderCState, request: FastifyRequest): Problem | undefined {
  const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
  const { clientId, timestamp } = request.query as SignedQuery;
  const key = state.keys.find((known) => known.clientId === clientId);
  const signature = request.headers['signature'];
  const text = Array.isArray(signature) ? signature[0] : signature;
  const signedPaths = [path, path.slice(MOUNT.length)];
  const isGood = signedPaths.some(
    (signed) => key && isSigned(key, text, { path: signed, query, body: request.body }),
  );
  if (!isGood) return badSignature();
  const ageMs = Math.abs(state.clock.now() - Number(timestamp) * 1000);
  return ageMs <= TIMESTAMP_TOLERANCE_MS ? undefined : badSignature();
}

/** A personal key is its owner; under a commercial one the query names a user, with the user's secret. */
export function authorize(state: ProviderCState, request: FastifyRequest): Problem | undefined {
  const key = keyOf(state, request);
  if (key.kind === 'personal') {
    request.providerCUser = ownerOf(key);
    return undefined;
  }
  const { userId, userSecret } = request.query as SignedQuery;
  const user = state.connections.user(userId ?? '');
  if (user?.clientId !== key.clientId) return problem(401, 'User not found.', '0000');
  if (user.secret !== userSecret) return problem(401, 'Invalid userID or userSecret provided', '1083');
  request.providerCUser = user.userId;
  return undefined;
}

export function ownerOf(key: ProviderCKey): string {
  return `owner of ${key.clientId}`;
}
