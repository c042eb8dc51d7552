import { Tx } from '@tributary/persistence';
import { UserData } from '@tributary/service';
import { ACCOUNTS_TABLE, OF_USERS_ACCOUNTS } from '../announcements/accounts.store';
import { announcedTables } from '../announcements/changes/announced.store';
import { RECORDED_EVENTS_TABLE } from '../announcements/recorded-events.store';
import { deliveryTables, HAS_NO_DELIVERY } from '../deliveries/deliveries.store';
import {
  ENDPOINT_IDS,
  ENDPOINTS_TABLE,
  erasuresTable,
  lockEndpoints,
  SENDING_STATES_TABLE,
} from '../endpoints/endpoints.store';
import { removeEndpoint } from '../endpoints/remove-endpoint';

/** The user data of this service. */
export const USER_DATA: UserData = {
  tables: [
    ...deliveryTables(ENDPOINT_IDS),
    erasuresTable(HAS_NO_DELIVERY),
    SENDING_STATES_TABLE,
    RECORDED_EVENTS_TABLE,
    ...announcedTables(OF_USERS_ACCOUNTS),
    ACCOUNTS_TABLE,
    ENDPOINTS_TABLE,
  ],
  others: {},
  begin: removeEndpoints,
};

/** Deletes the user's endpoints: sending stops and signing secrets are destroyed immediately. */
async function removeEndpoints(tx: Tx, userId: number): Promise<void> {
  const endpoints = await lockEndpoints(tx, { userId });
  for (const endpoint of endpoints) await removeEndpoint(tx, endpoint);
}
