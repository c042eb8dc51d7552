import { SealedColumn } from '@tributary/service';
import { SEALED_VERIFIERS } from '../destinations/connections/authorization/authorization-setups.store';
import { SEALED_CREDENTIALS } from '../destinations/connections/credentials.store';

/** All columns that this service seals. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [SEALED_CREDENTIALS, SEALED_VERIFIERS];
