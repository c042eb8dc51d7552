import { CATEGORY_KIND, DESTINATIONS, DestinationResource, groupBy } from '@tributary/contracts';
import { partById, ReplayedEvent } from '@tributary/service';
import { connectionResource } from '../../destinations/connections/connections';
import { ALL_CONNECTIONS, ConnectionRow } from '../../destinations/connections/connections.store';
import { destinationUpserted, toResource } from '../../destinations/connections/resources/destination-rows';
import { ALL_CATEGORIES } from '../../destinations/connections/resources/categories.store';
import { ALL_TARGETS, ALL_UNITS, ReplayedRow } from '../../destinations/connections/resources/targets.store';

export const DESTINATION_CONNECTIONS = partById<ConnectionRow>({
  name: 'destination connections',
  ...ALL_CONNECTIONS,
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

export const DESTINATION_UNITS = partById<ReplayedRow>({
  name: 'what stands in destinations',
  ...ALL_UNITS,
  idOf: ({ id }) => id,
  toEvents: (rows) => placesOf(rows, 'unit'),
});

export const DESTINATION_TARGETS = partById<ReplayedRow>({
  name: 'what links point at',
  ...ALL_TARGETS,
  idOf: ({ id }) => id,
  toEvents: (rows) => placesOf(rows, 'target'),
});

export const DESTINATION_CATEGORIES = partById<ReplayedRow>({
  name: 'categories of destinations',
  ...ALL_CATEGORIES,
  idOf: ({ id }) => id,
  toEvents: (rows) => placesOf(rows, 'category'),
});

function placesOf(rows: readonly ReplayedRow[], level: 'unit' | 'target' | 'category'): ReplayedEvent[] {
  return [...groupBy(rows, (row) => row.connection_id).values()].flatMap((places) => {
    const [first] = places;
    if (!first) return [];
    const { user_id: userId, connection_id: connectionId, destination_type: destinationType } = first;
    const resources = places.map((row): DestinationResource =>
      toResource(level === 'category' ? CATEGORY_KIND : DESTINATIONS[destinationType][level].kind, row),
    );
    return destinationUpserted({ userId, connectionId, destinationType }, resources).map((event) => ({
      event,
      occurredAt: first.updated_at,
    }));
  });
}
