import { SecretBox } from '@tributary/secrets';
import { PresentUser } from '../providers/provider.port';

/** What says of an account that its user waits; kept from the request for a sync until that begins, and never longer. */
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
