import type { SealedValues } from '@tributary/service';

/** Where answers to refreshes stand, sealed; nobody is given them again after the grace period. */
export const SEALED_REPLIES: SealedValues['passing'][number] = {
  table: 'oauth_artifacts',
  column: 'reply',
  endsAt: `consumed_at + interval '1 hour'`,
};
