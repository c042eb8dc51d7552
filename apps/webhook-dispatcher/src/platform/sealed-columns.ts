import { SealedColumn } from '@tributary/service';
import { secretContext } from '../endpoints/signing-secret';

const ofEndpoint = {
  table: 'webhook_endpoints',
  key: 'id',
  contextColumns: ['id'],
  contextOf: ({ id }) => secretContext(Number(id)),
} as const satisfies Partial<SealedColumn>;

/** All encrypted columns of this service. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { ...ofEndpoint, column: 'secret', type: 'text' },
  { ...ofEndpoint, column: 'retired_secrets', type: 'jsonb' },
];
