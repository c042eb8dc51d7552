import {
  AccountUpsertedV1,
  Caller,
  CommandPayload,
  CommandResult,
  DismissUnreadRows,
  EventPayload,
  ListUnreadRows,
  Problem,
} from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { accountPayload, accountUpserted } from '../../accounts/account-row';
import { recountUnreadRows } from '../../accounts/accounts.store';
import { checkOwnAccount, lockOwnAccount } from '../../accounts/chosen-accounts';
import {
  countUnreadRows,
  deleteUnreadRows,
  readUnreadRows,
  rejectedContext,
  unreadRowsOf,
} from './unread-rows.store';

/**
 * Deletes unread rows, because a bank may never list them again once later syncs read other days. The account's lock
 * stops syncs from adding rows meanwhile; a row that the bank lists again is stored again.
 * @throws Problem (not_found) if the account is not the caller's, or the named row does not exist
 */
export async function dismissUnreadRows(
  tx: Tx,
  caller: Caller,
  { financialAccountId, unreadRowId }: CommandPayload<typeof DismissUnreadRows>,
): Promise<EventPayload<typeof AccountUpsertedV1>> {
  const account = await lockOwnAccount(tx, caller, financialAccountId);
  const dismissed = await deleteUnreadRows(tx, financialAccountId, unreadRowId);
  if (dismissed === 0) {
    if (unreadRowId !== null) throw Problem.notFound();
    return accountPayload(account);
  }
  const row = await recountUnreadRows(tx, financialAccountId, unreadRowsOf);
  await appendToOutbox(tx, [accountUpserted(row)]);
  return accountPayload(row);
}

/** Limit of the characters shown of a row, so that a reply with a page of rows fits into a message. */
const SHOWN_CHARS_MAX = 2 * 1024;

/** Lists the unread rows of an account. @throws Problem (not_found) if the account is not the caller's */
export async function listUnreadRows(
  tx: Tx,
  box: SecretBox,
  caller: Caller,
  { financialAccountId, page, size }: CommandPayload<typeof ListUnreadRows>,
): Promise<CommandResult<typeof ListUnreadRows>> {
  await checkOwnAccount(tx, caller, financialAccountId);
  const total = await countUnreadRows(tx, financialAccountId);
  const rows = await readUnreadRows(tx, financialAccountId, { limit: size, offset: (page - 1) * size });
  return {
    total,
    rows: rows.map(({ id, day, reason, fingerprint, raw_sealed, count, first_seen_at, seen_at }) => ({
      id,
      date: day,
      reason,
      row: shown(box.open(raw_sealed, rejectedContext(financialAccountId, fingerprint))),
      count,
      first_seen_at: first_seen_at.toISOString(),
      last_seen_at: seen_at.toISOString(),
    })),
  };
}

function shown(raw: string): string {
  return raw.length <= SHOWN_CHARS_MAX ? raw : `${raw.slice(0, SHOWN_CHARS_MAX)} …`;
}
