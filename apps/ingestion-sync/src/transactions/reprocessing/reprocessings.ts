import {
  Problem,
  Caller,
  CommandPayload,
  CommandResult,
  ReprocessingDocument,
  ReprocessTransactions,
} from '@tributary/contracts';
import { TrackedJob, TrackedJobs } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { lockChosenAccounts } from '../../accounts/chosen-accounts';
import { Providers } from '../../providers/providers';
import { insertReprocessing, READS_ANY_OF, REPROCESSINGS } from './reprocessings.store';

/** The accounts whose stored rows are read again, in this order. */
export interface Reprocessing {
  readonly accountIds: readonly number[];
}

/** The jobs that read stored rows again. */
export const reprocessings = new TrackedJobs<ReprocessingDocument, Reprocessing>(REPROCESSINGS);

/**
 * Begins a reprocessing: creates its job, and publishes it. The caller holds the accounts' locks.
 * @throws Problem (conflict) where one is open for any of the accounts
 */
export async function beginReprocessing(
  tx: Tx,
  userId: number,
  accountIds: readonly number[],
): Promise<TrackedJob<ReprocessingDocument>> {
  const open = await reprocessings.findOpen(tx, READS_ANY_OF, accountIds);
  if (open !== null) {
    throw Problem.conflict(`Reprocessing ${open} of these accounts is not finished; wait until it is.`);
  }
  const id = await insertReprocessing(tx, userId, accountIds);
  return reprocessings.begin(tx, id, userId, { accountIds });
}

/**
 * Creates a job that reads the stored rows of the chosen accounts again.
 * @throws Problem
 */
export async function reprocessTransactions(
  tx: Tx,
  providers: Providers,
  caller: Caller,
  payload: CommandPayload<typeof ReprocessTransactions>,
): Promise<CommandResult<typeof ReprocessTransactions>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  for (const { provider } of accounts) if (provider !== 'MANUAL') providers.require(provider);
  return beginReprocessing(
    tx,
    caller.userId,
    accounts.map(({ id }) => id),
  );
}
