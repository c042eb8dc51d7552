import { ChangedDestination } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { recordRequests } from '../destinations/request-allowance';
import { connectionResource, ConnectionRow } from '../destinations/connections';
import { Listing } from '../destinations/destination-directory.port';
import { changedDestination, destinationUpserted, toResource } from '../destinations/destination-rows';
import { saveListing } from './listed-places';

/** Saves what was read of a connection, and publishes it; `requests` were made for it. */
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
