import { ChangedDestination } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { recordRequests } from '../request-allowance.store';
import { connectionResource } from '../connections';
import { ConnectionRow } from '../connections.store';
import { Listing } from '../../destination-directory.port';
import { changedDestination, destinationUpserted, toResource } from './destination-rows';
import { saveListing } from './listed-places';

/** Saves a listing of the connection and publishes it; `requests` is the number of requests that it took. */
export async function saveRead(
  tx: Tx,
  connection: ConnectionRow,
  listing: Listing,
  requests: number,
): Promise<ChangedDestination> {
  const { id: connectionId, user_id: userId, destination_type: type } = connection;
  await recordRequests(tx, connectionId, requests);
  const places = await saveListing(tx, { userId, connectionId, type }, listing);
  const resources = [toResource('CONNECTION', connectionResource(connection)), ...places];
  const owner = { userId, connectionId, destinationType: type };
  await appendToOutbox(tx, destinationUpserted(owner, resources));
  return changedDestination(owner, resources);
}
