import { isJson, textOf } from '../../mapping/json-fields';
import { ProviderError } from '../../provider.errors';

/** A user of PROVIDER_C; the secret gives access to all of the user's connections. */
export interface ProviderUser {
  readonly userId: string;
  readonly userSecret: string;
}

/** Returns the secret to store with the consent; null for the owner of a personal key, who has no secret. */
export function toSecret(user: ProviderUser | null): string | null {
  return user === null ? null : JSON.stringify({ userId: user.userId, userSecret: user.userSecret });
}

/**
 * Parses a stored secret.
 * @throws ProviderError `access_denied` if it is no user, so that the user must connect again
 */
export function fromSecret(secret: string | null): ProviderUser | null {
  if (secret === null) return null;
  const kept: unknown = JSON.parse(secret);
  const userId = isJson(kept) ? textOf(kept.userId) : undefined;
  const userSecret = isJson(kept) ? textOf(kept.userSecret) : undefined;
  if (userId !== undefined && userSecret !== undefined) return { userId, userSecret };
  throw new ProviderError({ kind: 'access_denied' }, 'the consent is kept without its user');
}
