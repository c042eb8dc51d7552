/**
 * What a code that is on its way depends on, besides its use and its time. Every kind of code stands here: one that is
 * missing does not compile.
 *
 * - `credentials`: it ends with the next password or address of its user, whoever sets it;
 * - `address`: it proves the mailbox that it was sent to, and outlives later passwords and addresses;
 * - `grant`: it ends with the grant that it belongs to;
 * - `itself`: nobody's credentials are behind it yet.
 */
export const CODE_BINDINGS = {
  CONFIRM_ADDRESS: 'credentials',
  RESET_PASSWORD: 'credentials',
  ADDRESS_CHANGE_ASKED: 'address',
  ADDRESS_CHANGED: 'address',
  SIGN_UP: 'itself',
  CONSOLE_LINK: 'credentials',
  FIRST_RUN: 'itself',
  AuthorizationCode: 'credentials',
  RefreshToken: 'grant',
  Interaction: 'itself',
} as const satisfies Readonly<Record<string, 'credentials' | 'address' | 'grant' | 'itself'>>;
export type CodeKind = keyof typeof CODE_BINDINGS;

/** The `credentials_version` of a user when a code was made, and the present one. Null: nobody's. */
export interface CredentialsVersions {
  readonly made: number | null;
  readonly present: number | null;
}

/** Whether a code still does what it was made for. The only place that decides it. */
export function codeHolds(kind: CodeKind, { made, present }: CredentialsVersions): boolean {
  switch (CODE_BINDINGS[kind]) {
    case 'credentials':
      return made === present;
    case 'address':
    case 'grant':
    case 'itself':
      return true;
  }
}
