import { Caller, CommandPayload, CommandResult, ReprocessTransactions } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { lockChosenAccounts } from '../../accounts/chosen-accounts';
import { Providers } from '../../providers/providers';
import { beginReprocessing } from './reprocessings';

/** Leaves a job that reads the kept rows of the chosen accounts again. @throws Problem */
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
