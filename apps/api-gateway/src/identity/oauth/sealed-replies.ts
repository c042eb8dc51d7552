import type { SealedValues } from '@tributary/service';

/** The location of stored answers to refreshes, encrypted; they expire with the grace period. */
export const SEALED_REPLIES: SealedValues['passing'][number] = {
  table: 'oauth_artifacts',
  column: 'reply',
  endsAt: `consumed_at + interval '1 hour'`,
};
