import { AccountConfig } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { utcDay } from '@tributary/money';
import { AuthoredChange } from '../account-config';
import { accountUpserted, AccountRow } from '../account-row';
import { updateConfigs } from '../accounts.store';
import { reopenedFrom } from './reopened-history';

/** A locked account with its new effective configuration, and with its own settings. */
export interface ConfigWrite {
  readonly account: AccountRow;
  readonly config: AccountConfig;
  readonly own: AuthoredChange;
}

/**
 * Writes configurations and publishes the accounts. Turning `sync_auto` on schedules a sync immediately, turning it off
 * removes the account from the schedule; an earlier start date loads older history.
 */
export async function saveConfigs(tx: Tx, writes: readonly ConfigWrite[]): Promise<AccountRow[]> {
  if (writes.length === 0) return [];
  const today = utcDay(Date.now());
  const records = writes.map(({ account, config, own }) => ({
    id: account.id,
    config,
    own_config: own,
    reopened_from: reopenedFrom(account, config, today),
  }));
  const rows = await updateConfigs(tx, records);
  await appendToOutbox(
    tx,
    rows.map((row) => accountUpserted(row)),
  );
  return rows;
}
