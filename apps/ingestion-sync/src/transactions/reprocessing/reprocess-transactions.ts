import { Caller, CommandPayload, CommandResult, Problem, ReprocessTransactions } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { lockChosenAccounts } from '../../accounts/chosen-accounts';
import { Providers } from '../../providers/providers';
import { findOpenReprocessing, insertReprocessing } from './reprocessings';

/** Leaves a job that reads the kept rows of the chosen accounts again. @throws Problem */
export async function reprocessTransactions(
  tx: Tx,
  providers: Providers,
  caller: Caller,
  payload: CommandPayload<typeof ReprocessTransactions>,
): Promise<CommandResult<typeof ReprocessTransactions>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  for (const { provider } of accounts) providers.require(provider);
  const accountIds = accounts.map(({ id }) => id);
  const open = await findOpenReprocessing(tx, accountIds);
  if (open !== null) {
    throw Problem.conflict(`Reprocessing ${open} of these accounts is not finished; wait until it is.`);
  }
  const { id, total } = await insertReprocessing(tx, caller.userId, accountIds);
  return { reprocessingId: id, accounts: accountIds.length, transactions: total };
}
