import type { SealedValues } from '@tributary/service';

/** The location of links to other companies, encrypted; they expire with their setup. */
export const SEALED_LINKS: SealedValues['passing'][number] = {
  table: 'setups',
  column: 'link',
  endsAt: 'expires_at',
};
