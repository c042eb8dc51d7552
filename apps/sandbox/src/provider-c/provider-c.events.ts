/** A user of PROVIDER_C. */
export interface RegisteredUser {
  readonly clientId: string;
  readonly userId: string;
  readonly secret: string;
}

/** A broker's login that a user has connected. */
export interface Connection {
  readonly id: string;
  readonly userId: string;
  readonly slug: string;
  readonly createdAt: string;
  readonly disabledAt: string | null;
}

/** A way through the portal that was begun. */
export interface PortalSession {
  readonly id: string;
  readonly userId: string;
  readonly slug: string;
  readonly redirect: string | null;
  readonly reconnect: string | null;
  readonly expiresMs: number;
}

/** What PROVIDER_C keeps over restarts. */
export type ProviderCEvent =
  | { readonly kind: 'user'; readonly user: RegisteredUser }
  | { readonly kind: 'user-deleted'; readonly userId: string }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'connection-deleted'; readonly id: string };
