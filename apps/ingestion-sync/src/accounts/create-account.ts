import {
  Caller,
  CommandPayload,
  CommandResult,
  CreateAccount,
  DEFAULT_ACCOUNT_CONFIG,
} from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { changedConfig } from './account-config';
import { EMPTY_PROFILE } from './account-profile';
import { accountPayload, accountUpserted, AccountRow, UNKNOWN_HEALTH } from './account-row';

const NEVER_SYNCED = { sync_auto: false };

/** Adds an account that its user keeps by hand. No provider knows it: it has no connection, and no sync is due. */
export async function createAccount(
  tx: Tx,
  caller: Caller,
  { name, currency, category, cashAccountType }: CommandPayload<typeof CreateAccount>,
): Promise<CommandResult<typeof CreateAccount>> {
  const profile = {
    ...EMPTY_PROFILE,
    name: name.trim(),
    currency,
    account_category: category,
    cash_account_type: cashAccountType,
  };
  const [row] = await tx.query<AccountRow>(
    `insert into financial_accounts (user_id, provider, external_id, identity_key, profile, config, own_config, health,
                                     history_state)
     values ($1, 'MANUAL', $2, 'hand:' || $2, $3, $4, $5, $6, 'COMPLETE')
     returning *`,
    [
      caller.userId,
      randomUUID(),
      JSON.stringify(profile),
      JSON.stringify(changedConfig(DEFAULT_ACCOUNT_CONFIG, NEVER_SYNCED)),
      JSON.stringify(NEVER_SYNCED),
      JSON.stringify(UNKNOWN_HEALTH),
    ],
  );
  if (!row) throw new Error('the account was not added');
  await appendToOutbox(tx, [accountUpserted(row)]);
  return accountPayload(row);
}
