import type { SealedValues } from '@tributary/service';

/** Where links to other companies stand, sealed; no browser is sent there after their end. */
export const SEALED_LINKS: SealedValues['passing'][number] = {
  table: 'setups',
  column: 'link',
  endsAt: 'expires_at',
};
