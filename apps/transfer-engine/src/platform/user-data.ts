import { UserData } from '@tributary/service';
import { deactivateLinksOfUser, LINKS_TABLE } from '../transfer-links/transfer-links.store';
import { TRANSFER_LOGS_TABLE, TRANSFERS_TABLE } from '../transfers/transfers.store';
import { CLAIMS_TABLE, LEASES_TABLE } from '../transfers/dispatch/units/unit-leases.store';
import { DRIFT_CHECKS_TABLE } from '../drift/drift-checks.store';
import { BALANCE_WRITES_TABLE } from '../transfer-links/balances/balance-writes.store';
import { ACCOUNTS_TABLE, BALANCES_TABLE } from '../accounts/accounts.store';
import {
  deleteSetupsOfUser,
  SETUPS_TABLE,
} from '../destinations/connections/authorization/authorization-setups.store';
import { CONNECTIONS_TABLE, endConnectionsOfUser } from '../destinations/connections/connections.store';
import { REQUESTS_TABLE } from '../destinations/connections/request-allowance.store';
import { CATEGORIES_TABLE } from '../destinations/connections/resources/categories.store';
import { TARGETS_TABLE, UNITS_TABLE } from '../destinations/connections/resources/targets.store';

/** The user data that this service stores. Rows at destinations belong to the user and are not deleted. */
export const USER_DATA: UserData = {
  tables: [
    TRANSFER_LOGS_TABLE,
    TRANSFERS_TABLE,
    DRIFT_CHECKS_TABLE,
    BALANCE_WRITES_TABLE,
    LINKS_TABLE,
    CLAIMS_TABLE,
    LEASES_TABLE,
    REQUESTS_TABLE,
    CATEGORIES_TABLE,
    TARGETS_TABLE,
    UNITS_TABLE,
    SETUPS_TABLE,
    CONNECTIONS_TABLE,
    BALANCES_TABLE,
    ACCOUNTS_TABLE,
  ],
  others: {},
  /** Destroys credentials at once and stops sending. */
  async begin(tx, userId) {
    await deleteSetupsOfUser(tx, userId);
    await endConnectionsOfUser(tx, userId);
    await deactivateLinksOfUser(tx, userId);
  },
};
