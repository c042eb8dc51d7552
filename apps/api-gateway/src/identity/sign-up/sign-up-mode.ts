/** Modes of signing up; the operator chooses one (`SIGN_UP`). */
export const SIGN_UP_MODES = ['open', 'first-user', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** A person who wants an account. */
export interface Newcomer {
  /** The person has a valid invitation. */
  readonly isInvited: boolean;
  /** There is no account with a password yet. */
  readonly isFirst: boolean;
}

/** Whether the newcomer may make an account. */
export function isAdmitted(mode: SignUpMode, { isInvited, isFirst }: Newcomer): boolean {
  switch (mode) {
    case 'open':
      return true;
    case 'first-user':
      return isFirst || isInvited;
    case 'invitation':
      return isInvited;
    case 'closed':
      return false;
  }
}
