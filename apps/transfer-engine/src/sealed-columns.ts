import { SealedColumn } from '@tributary/service';
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
];
