import { CATEGORY_KIND, ChangedDestination } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { LinksOfConnections } from '../links.port';
import { recordRequests } from '../request-allowance.store';
import { connectionResource } from '../connections';
import { ConnectionRow } from '../connections.store';
import { Listing } from '../../destination-directory.port';
import { changedDestination, destinationUpserted, toResource } from './destination-rows';
import { saveListing } from './listed-places';

/**
 * Saves a listing of the connection and publishes it; `requests` is the number of requests that it took. Links that map
 * to a category that is gone, or there again, plan their transfers once more.
 */
export async function saveRead(
  tx: Tx,
  links: LinksOfConnections,
  connection: ConnectionRow,
  listing: Listing,
  requests: number,
): Promise<ChangedDestination> {
  const { id: connectionId, user_id: userId, destination_type: type } = connection;
  await recordRequests(tx, connectionId, requests);
  const places = await saveListing(tx, { userId, connectionId, type }, listing);
  const resources = [toResource('CONNECTION', connectionResource(connection)), ...places];
  const owner = { userId, connectionId, destinationType: type };
  const changed = places.filter(({ kind, version }) => kind === CATEGORY_KIND && version > 1);
  const planned = await links.planAgain(
    tx,
    connectionId,
    changed.map(({ id }) => id),
  );
  await appendToOutbox(tx, [...destinationUpserted(owner, resources), ...planned]);
  return changedDestination(owner, resources);
}
