import { DestinationUpsertedV1, EventPayload } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

/** Destination connections, budgets and their accounts. */
export const DESTINATIONS: ProjectedTable = {
  table: 'destinations',
  key: ['kind', 'id'],
  columns: {
    kind: 'text',
    id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    connection_id: 'bigint',
    destination_type: 'text',
    deleted: 'boolean',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    document: 'jsonb',
  },
  versionColumn: 'version',
  belongsTo: null,
};

export function destinationRows(payload: EventPayload<typeof DestinationUpsertedV1>) {
  return payload.resources.map((resource) => ({
    kind: resource.kind,
    id: resource.id,
    version: resource.version,
    user_id: payload.userId,
    connection_id: payload.connectionId,
    destination_type: payload.destinationType,
    deleted: resource.deleted,
    created_at: resource.createdAt,
    updated_at: resource.updatedAt,
    document: resource.deleted ? null : resource.document,
  }));
}
