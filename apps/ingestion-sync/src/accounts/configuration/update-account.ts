import {
  AccountUpsertedV1,
  Caller,
  CommandPayload,
  EventPayload,
  Problem,
  UpdateAccount,
} from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { utcDay } from '@tributary/money';
import { authoredChange, changedConfig, changedSettings } from '../account-config';
import { accountPayload, accountUpserted } from '../account-row';
import { lockOwnAccount } from '../chosen-accounts';
import { isTimeZone } from '../../providers/mapping/time-zones';
import { updateSettings } from '../accounts.store';
import { reopenedFrom } from './reopened-history';

/**
 * Changes the user's settings of an account: name, whether it is synced, and how. Enabling it, or its schedule, makes
 * it due; disabling removes it from the schedule; an earlier start date loads older history. @throws Problem
 */
export async function updateAccount(
  tx: Tx,
  caller: Caller,
  payload: CommandPayload<typeof UpdateAccount>,
): Promise<EventPayload<typeof AccountUpsertedV1>> {
  const account = await lockOwnAccount(tx, caller, payload.financialAccountId);
  const change = authoredChange(payload.config ?? {}, caller);
  const wanted = {
    custom_name: payload.customName === undefined ? account.custom_name : named(payload.customName),
    enabled: payload.enabled ?? account.enabled,
    time_zone: payload.timeZone === undefined ? account.time_zone : checkedZone(payload.timeZone),
    config: changedConfig(account.config, change),
    own_config: changedSettings(account.own_config, change),
  };
  const { custom_name, enabled, time_zone, config, own_config } = account;
  if (JSON.stringify(wanted) === JSON.stringify({ custom_name, enabled, time_zone, config, own_config }))
    return accountPayload(account);
  const reopened = reopenedFrom(account, wanted.config, utcDay(Date.now()));
  const row = await updateSettings(tx, account.id, wanted, reopened);
  await appendToOutbox(tx, [accountUpserted(row)]);
  return accountPayload(row);
}

/**
 * Checks a time zone.
 * @throws Problem if it does not exist
 */
function checkedZone(zone: string | null): string | null {
  if (zone === null || isTimeZone(zone)) return zone;
  throw Problem.invalid({
    time_zone: ['The time_zone must be null or the IANA name of a time zone, such as Europe/Helsinki.'],
  });
}

/** Returns the name; a blank one is none. */
function named(name: string | null): string | null {
  return name?.trim() || null;
}
