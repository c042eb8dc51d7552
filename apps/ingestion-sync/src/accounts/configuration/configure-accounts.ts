import { Caller, CommandPayload, CommandResult, ConfigureAccounts } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { authoredChange, changedConfig, changedSettings } from '../account-config';
import { accountPayload } from '../account-row';
import { lockChosenAccounts } from '../chosen-accounts';
import { saveConfigs } from './save-configs';

/** Changes the configuration of the chosen accounts and publishes the changed ones. @throws Problem */
export async function configureAccounts(
  tx: Tx,
  caller: Caller,
  payload: CommandPayload<typeof ConfigureAccounts>,
): Promise<CommandResult<typeof ConfigureAccounts>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  const change = authoredChange(payload.config, caller);
  const writes = accounts.flatMap((account) => {
    const config = changedConfig(account.config, change);
    const own = changedSettings(account.own_config, change);
    const isSame = JSON.stringify([config, own]) === JSON.stringify([account.config, account.own_config]);
    return isSame ? [] : [{ account, config, own }];
  });
  const changed = await saveConfigs(tx, writes);
  return { accounts: changed.map((row) => accountPayload(row)) };
}
