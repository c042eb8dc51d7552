import { SealedValues } from '@tributary/service';

/** Where kept answers and their requests stand, sealed; after a day nobody is given them again. */
export const SEALED_ANSWERS: SealedValues['passing'] = ['request', 'answer'].map((column) => ({
  table: 'idempotency_keys',
  column,
  endsAt: `created_at + interval '24 hours'`,
}));
