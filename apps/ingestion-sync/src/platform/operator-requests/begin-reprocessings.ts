import { Database } from '@tributary/persistence';
import { OperatorRequestHandler, readParameters } from '@tributary/service';
import { beginReprocessing } from '../../transactions/reprocessing/reprocessings';
import { ACCOUNT_CHOICE, checkChoice, choiceParameters, CHOSEN, OperatorsChoice } from './chosen-by-operator';

/**
 * `reprocess`: leaves a job for each user whose accounts are chosen, which this service works off. The outcome is JSON: their `ids`, and
 * how many `transactions` of how many `accounts` they read.
 */
export function beginReprocessings(database: Database): OperatorRequestHandler {
  return async ({ parameters, say }) => {
    const choice = readParameters(ACCOUNT_CHOICE, parameters);
    await checkChoice(database, choice);
    const users = await database.query<{ user_id: number }>(
      `select distinct a.user_id from financial_accounts a where ${CHOSEN} order by 1`,
      choiceParameters(choice),
    );
    const ids: number[] = [];
    let [transactions, accounts] = [0, 0];
    for (const { user_id: userId } of users) {
      const { id, document } = await beginForUser(database, choice, userId);
      ids.push(id);
      transactions += document.transactions_total;
      accounts += document.financial_account_ids.length;
      await say(`begun for ${ids.length} of ${users.length} users`);
    }
    return JSON.stringify({ ids, transactions, accounts });
  };
}

/** The accounts are locked as any change of them does. */
function beginForUser(database: Database, choice: OperatorsChoice, userId: number) {
  return database.transaction(async (tx) => {
    const accounts = await tx.query<{ id: number }>(
      `select a.id from financial_accounts a where ${CHOSEN} order by a.id for update`,
      choiceParameters({ ...choice, userId }),
    );
    return beginReprocessing(
      tx,
      userId,
      accounts.map(({ id }) => id),
    );
  });
}
