/**
 * Events that end a code early, besides its use and its time. Every kind of code has an entry: a missing one does not
 * compile.
 *
 * - `credentials`: it ends with the next password or address of its user, whoever sets it;
 * - `address`: it proves the mailbox that it was sent to, and outlives later passwords and addresses;
 * - `grant`: it ends with the grant that it belongs to;
 * - `itself`: it belongs to no user yet, so nothing ends it early.
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

/** The `credentials_version` of a user when a code was made, and the present one. Null: the code has no user. */
export interface CredentialsVersions {
  readonly made: number | null;
  readonly present: number | null;
}

/** Whether a code is still valid. All code decides this by this function. */
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
