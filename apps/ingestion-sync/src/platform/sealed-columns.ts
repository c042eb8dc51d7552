import { SealedColumn } from '@tributary/service';
import { CONSENT_COLUMNS } from '../connections/consents/consents.store';
import { PRESENT_USER_COLUMN } from '../sync/due/due-accounts.store';
import { PROVIDER_KEYS_COLUMN } from '../providers/keys/provider-keys.store';
import { PIECES_COLUMN } from '../imports/import-files.store';
import { REJECTED_COLUMN } from '../transactions/unread/unread-rows.store';

/** All columns that this service seals. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...CONSENT_COLUMNS,
  PRESENT_USER_COLUMN,
  PROVIDER_KEYS_COLUMN,
  PIECES_COLUMN,
  REJECTED_COLUMN,
];
