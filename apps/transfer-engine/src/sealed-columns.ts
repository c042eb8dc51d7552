import { SealedColumn } from '@tributary/service';
import { verifierContext } from './connecting/authorization-setups';
import { tokenContext } from './destinations/connections';

/** Everything that this service seals. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'destination_connections',
    column: 'token',
    key: 'id',
    type: 'text',
    contextColumns: ['id'],
    contextOf: ({ id }) => tokenContext(Number(id)),
  },
  {
    table: 'destination_authorizations',
    column: 'code_verifier',
    key: 'connection_id',
    type: 'text',
    contextColumns: ['connection_id'],
    contextOf: ({ connection_id }) => verifierContext(Number(connection_id)),
  },
];
