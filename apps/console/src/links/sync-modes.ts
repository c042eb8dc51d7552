import type { TransferLink } from '@tributary/client';

export type SyncMode = TransferLink['sync_mode'];

/** What a link can send, in words. */
export const SYNC_MODES: { value: SyncMode; label: string }[] = [
  { value: 'TRANSACTIONS', label: 'Transactions' },
  { value: 'BALANCE', label: 'The balance' },
  { value: 'TRANSACTIONS_AND_BALANCE', label: 'Transactions and the balance' },
];
