import { UserData } from '@tributary/service';
import { ACCOUNTS_TABLE, OF_USERS_ACCOUNTS, stopSyncsOf } from '../accounts/accounts.store';
import { balancesTable } from '../accounts/balances/balances.store';
import { INSTITUTION_CONFIGS_TABLE } from '../accounts/configuration/institution-configs.store';
import { holdingsTable } from '../accounts/holdings/holdings.store';
import { CONNECTIONS_TABLE, disableAllOf, OF_USER } from '../connections/connections.store';
import { removedAccountsTable } from '../connections/removal/removed-accounts.store';
import { SEARCH_TABLES } from '../transactions/transfer-pairs/search-requests.store';
import {
  endConsentsOfUser,
  SETUPS_TABLE,
  UNENDED_CONSENT,
  UNWANTED_TABLE,
} from '../connections/consents/consents.store';
import { FILE_TABLES } from '../imports/import-files.store';
import { IMPORT_TABLES } from '../imports/imports.store';
import { READINGS_TABLE } from '../imports/saved-readings.store';
import { allowancesTable } from '../providers/metering/allowances.store';
import { heldWindowsTable } from '../sync/held-windows.store';
import { REPROCESSINGS_TABLE } from '../transactions/reprocessing/reprocessings.store';
import { settlementsTable } from '../transactions/settlement/settlements.store';
import { rejectedTable } from '../transactions/unread/unread-rows.store';
import { transactionsTable } from '../transactions/transactions.store';
import { TRANSFER_PAIRS_TABLE } from '../transactions/transfer-pairs/transfer-pairs.store';

/** The user data that this service stores. */
export const USER_DATA: UserData = {
  tables: [
    heldWindowsTable(OF_USERS_ACCOUNTS),
    allowancesTable(OF_USERS_ACCOUNTS),
    rejectedTable(OF_USERS_ACCOUNTS),
    settlementsTable(OF_USERS_ACCOUNTS),
    holdingsTable(OF_USERS_ACCOUNTS),
    balancesTable(OF_USERS_ACCOUNTS),
    TRANSFER_PAIRS_TABLE,
    ...SEARCH_TABLES,
    transactionsTable(OF_USERS_ACCOUNTS),
    REPROCESSINGS_TABLE,
    ...FILE_TABLES,
    ...IMPORT_TABLES,
    READINGS_TABLE,
    removedAccountsTable(OF_USER.ids),
    SETUPS_TABLE,
    ACCOUNTS_TABLE,
    CONNECTIONS_TABLE,
    INSTITUTION_CONFIGS_TABLE,
    UNWANTED_TABLE,
  ],
  others: {
    institutions: 'what providers list',
    institution_catalogues: 'when the lists were read',
    exchange_rate_days: 'what the European Central Bank publishes',
    exchange_rate_corrections: 'rates that it corrected',
    exchange_rate_feeds: 'when the rates were read',
    provider_keys: 'what the installation enters providers with',
  },
  unfinished: UNENDED_CONSENT,
  /** Stops all reading; the encrypted secret of a consent is stored only until the provider has ended it. */
  async begin(tx, userId) {
    await endConsentsOfUser(tx, userId);
    await disableAllOf(tx, userId);
    await stopSyncsOf(tx, userId);
  },
};
