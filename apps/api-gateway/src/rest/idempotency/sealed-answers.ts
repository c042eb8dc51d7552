import { SealedValues } from '@tributary/service';

/** The location of stored answers and requests, encrypted; they expire after a day. */
export const SEALED_ANSWERS: SealedValues['passing'] = ['request', 'answer'].map((column) => ({
  table: 'idempotency_keys',
  column,
  endsAt: `created_at + interval '24 hours'`,
}));
