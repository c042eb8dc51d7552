import { DestinationType } from '@tributary/contracts';
import { accessEnded, AuthorizationServer } from './authorization-server';

/** The tokens of a user's access, stored sealed. */
export interface TokenCredentials {
  readonly accessToken: string;
  /** Null for a token that the user entered, which cannot be renewed. */
  readonly refreshToken: string | null;
}

export function toCredentials({ accessToken, refreshToken }: TokenCredentials): string {
  return JSON.stringify({ access_token: accessToken, refresh_token: refreshToken });
}

export function fromCredentials(credentials: string): TokenCredentials {
  const kept = JSON.parse(credentials) as { access_token: string; refresh_token: string | null };
  return { accessToken: kept.access_token, refreshToken: kept.refresh_token };
}

/**
 * Returns a function that replaces expired credentials. A refresh token can be used once, so the new one must be
 * stored. A token that the user entered cannot be renewed: it was revoked.
 */
export function renewal(
  type: DestinationType,
  server: AuthorizationServer,
): (credentials: string) => Promise<string> {
  return async (credentials) => {
    const { refreshToken } = fromCredentials(credentials);
    if (refreshToken === null) throw accessEnded(type);
    const renewed = await server.refresh(refreshToken);
    return toCredentials({ ...renewed, refreshToken: renewed.refreshToken ?? refreshToken });
  };
}
