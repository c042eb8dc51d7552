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
import { accountPayload, AccountRow, accountUpserted } from './account-row';
import { insertByHand } from './accounts.store';
import { AccountProfile } from '../providers/provider.port';

const NEVER_SYNCED = { sync_auto: false };

/** Adds a manual account. No provider knows the account: it has no connection, and no sync is due. */
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
  const row = await addByHand(tx, caller.userId, profile);
  await appendToOutbox(tx, [accountUpserted(row)]);
  return accountPayload(row);
}

/** Adds such an account with the default configuration. */
export function addByHand(tx: Tx, userId: number, profile: AccountProfile): Promise<AccountRow> {
  return insertByHand(tx, userId, {
    externalId: randomUUID(),
    profile,
    config: changedConfig(DEFAULT_ACCOUNT_CONFIG, NEVER_SYNCED),
    own: NEVER_SYNCED,
  });
}
