import { DESTINATIONS, DestinationResource, DestinationType, groupBy } from '@tributary/contracts';
import { partById, ReplayedEvent } from '@tributary/service';
import { CONNECTION_COLUMNS, connectionResource, ConnectionRow } from '../destinations/connections';
import { destinationUpserted, ResourceRow, toResource } from '../destinations/destination-rows';

export const DESTINATION_CONNECTIONS = partById<ConnectionRow>({
  name: 'destination connections',
  totalSql: 'select count(*) as count from destination_connections',
  rows: `select ${CONNECTION_COLUMNS} from destination_connections where id > $1 order by id limit $2`,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    rows.flatMap((row) => {
      const owner = { userId: row.user_id, connectionId: row.id, destinationType: row.destination_type };
      return destinationUpserted(owner, [toResource('CONNECTION', connectionResource(row))]).map((event) => ({
        event,
        occurredAt: row.updated_at,
      }));
    }),
});

interface PlaceRow extends ResourceRow<object> {
  readonly user_id: number;
  readonly connection_id: number;
  readonly destination_type: DestinationType;
}

const PLACE_COLUMNS = `t.id, t.version, t.deleted, t.created_at, t.updated_at, t.document, t.user_id, c.destination_type,
  c.id as connection_id`;

export const DESTINATION_UNITS = partById<PlaceRow>({
  name: 'what stands in destinations',
  totalSql: 'select count(*) as count from destination_units',
  rows: `select ${PLACE_COLUMNS} from destination_units t
           join destination_connections c on c.id = t.connection_id
          where t.id > $1 order by t.id limit $2`,
  idOf: ({ id }) => id,
  toEvents: (rows) => placesOf(rows, 'unit'),
});

export const DESTINATION_TARGETS = partById<PlaceRow>({
  name: 'what links point at',
  totalSql: 'select count(*) as count from destination_targets',
  rows: `select ${PLACE_COLUMNS} from destination_targets t
           join destination_units u on u.id = t.unit_id
           join destination_connections c on c.id = u.connection_id
          where t.id > $1 order by t.id limit $2`,
  idOf: ({ id }) => id,
  toEvents: (rows) => placesOf(rows, 'target'),
});

function placesOf(rows: readonly PlaceRow[], level: 'unit' | 'target'): ReplayedEvent[] {
  return [...groupBy(rows, (row) => row.connection_id).values()].flatMap((places) => {
    const [first] = places;
    if (!first) return [];
    const { user_id: userId, connection_id: connectionId, destination_type: destinationType } = first;
    const resources = places.map((row): DestinationResource =>
      toResource(DESTINATIONS[destinationType][level].kind, row),
    );
    return destinationUpserted({ userId, connectionId, destinationType }, resources).map((event) => ({
      event,
      occurredAt: first.updated_at,
    }));
  });
}
