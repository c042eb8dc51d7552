import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { OperatorDesk, OperatorRequestHandler, readParameters } from '@tributary/service';
import { Providers } from '../../providers/providers';
import { AccountsOfUsers, chosenUsers, lockChosenIds } from '../../accounts/accounts.store';
import { beginReprocessing } from '../../transactions/reprocessing/reprocessings';
import { ACCOUNT_CHOICE, checkChoice } from './chosen-by-operator';
import { syncAccounts } from './sync-accounts';

/** Handles operators' requests to this service. */
@Injectable()
export class OperatorRequests {
  constructor(
    @Inject(OperatorDesk) desk: OperatorDesk,
    @Inject(Database) database: Database,
    @Inject(SecretBox) box: SecretBox,
    @Inject(Providers) providers: Providers,
  ) {
    desk.handle('reprocess', beginReprocessings(database));
    desk.handle('sync-accounts', syncAccounts(database, { box, providers }));
  }
}

/**
 * `reprocess`: creates a job for each user whose accounts are chosen. The outcome is JSON: the `ids` of the jobs, and
 * the number of `transactions` and `accounts` that they will read.
 */
function beginReprocessings(database: Database): OperatorRequestHandler {
  return async ({ parameters, report }) => {
    const choice = readParameters(ACCOUNT_CHOICE, parameters);
    await checkChoice(database, choice);
    const users = await chosenUsers(database, choice);
    const ids: number[] = [];
    let [transactions, accounts] = [0, 0];
    for (const userId of users) {
      const { id, document } = await beginForUser(database, choice, userId);
      ids.push(id);
      transactions += document.transactions_total;
      accounts += document.financial_account_ids.length;
      await report(`begun for ${ids.length} of ${users.length} users`);
    }
    return JSON.stringify({ ids, transactions, accounts });
  };
}

/** Begins a job for one user; the accounts are locked as for any change. */
function beginForUser(database: Database, choice: AccountsOfUsers, userId: number) {
  return database.transaction(async (tx) => {
    const ids = await lockChosenIds(tx, { ...choice, userId });
    return beginReprocessing(tx, userId, ids);
  });
}
