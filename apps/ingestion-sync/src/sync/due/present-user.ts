import { SecretBox } from '@tributary/secrets';
import { PresentUser } from '../../providers/provider.port';

/** Encrypts the address and browser of a waiting user. The account stores them from the request until its sync begins. */
export function sealPresentUser(box: SecretBox, userId: number, user: PresentUser): string {
  return box.seal(JSON.stringify(user), presentUserContext(userId));
}

export function openPresentUser(
  box: SecretBox,
  { userId, presentUser }: { readonly userId: number; readonly presentUser: string | null },
): PresentUser | null {
  if (presentUser === null) return null;
  return JSON.parse(box.open(presentUser, presentUserContext(userId))) as PresentUser;
}

export function presentUserContext(userId: string | number): string {
  return `present-user:${userId}`;
}
