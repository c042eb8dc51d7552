import { Inject, Injectable } from '@nestjs/common';
import { Database, Queryable } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import {
  ContinuedWork,
  EndedRequest,
  OperatorDesk,
  OperatorRequestHandler,
  readParameters,
} from '@tributary/service';
import { Providers } from '../../providers/providers';
import { AccountsOfUsers, chosenUsers, lockChosenIds } from '../../accounts/accounts.store';
import { beginReprocessing } from '../../transactions/reprocessing/reprocessings';
import { readProgress, ReprocessingProgress } from '../../transactions/reprocessing/reprocessings.store';
import { ACCOUNT_CHOICE, checkChoice } from './chosen-by-operator';
import { followSyncs, syncAccounts } from './sync-accounts';

/** Handles operators' requests to this service. */
@Injectable()
export class OperatorRequests {
  constructor(
    @Inject(OperatorDesk) desk: OperatorDesk,
    @Inject(Database) database: Database,
    @Inject(SecretBox) box: SecretBox,
    @Inject(Providers) providers: Providers,
  ) {
    desk.handle('reprocess', beginReprocessings(database), { follow: followReprocessings });
    desk.handle('sync-accounts', syncAccounts(database, { box, providers }), { follow: followSyncs });
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

/** The lines of the reprocessings that a request began. */
async function followReprocessings(database: Queryable, { outcome }: EndedRequest): Promise<ContinuedWork> {
  const { ids } = JSON.parse(outcome) as { ids: number[] };
  const jobs = await readProgress(database, ids);
  const areEnded = jobs.every(({ status }) => status === 'DONE' || status === 'FAILED');
  const isFailed = jobs.some(({ status }) => status === 'FAILED');
  return { lines: jobs.map(lineOf), isEnded: areEnded, isFailed };
}

function lineOf({ id, status, total, done, changed, unreadable, error }: ReprocessingProgress): string {
  if (status === 'PENDING') return `reprocessing ${id}: waits for ingestion-sync to take it up`;
  const counts = `${done} of ${total} read, ${changed} changed, ${unreadable} unreadable`;
  const end = status === 'RUNNING' ? '' : `, ${status}${error === null ? '' : ` (${error})`}`;
  return `reprocessing ${id}: ${counts}${end}`;
}

/** Begins a job for one user; the accounts are locked as for any change. */
function beginForUser(database: Database, choice: AccountsOfUsers, userId: number) {
  return database.transaction(async (tx) => {
    const ids = await lockChosenIds(tx, { ...choice, userId });
    return beginReprocessing(tx, userId, ids);
  });
}
