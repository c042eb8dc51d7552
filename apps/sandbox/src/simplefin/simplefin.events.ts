/** A setup token that was made, by the secret in its claim URL. */
export interface SetupToken {
  readonly secret: string;
  readonly institution: string;
}

/** The access that a claim gave. */
export interface SimpleFinAccess {
  readonly user: string;
  readonly password: string;
  readonly institution: string;
  readonly revoked: boolean;
}

/** What the SimpleFIN server keeps over restarts. */
export type SimpleFinEvent =
  | { readonly kind: 'token'; readonly token: SetupToken }
  | { readonly kind: 'claimed'; readonly secret: string; readonly access: SimpleFinAccess }
  | { readonly kind: 'access'; readonly access: SimpleFinAccess };
