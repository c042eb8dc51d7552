import { Context } from '@opentelemetry/api';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { lockHoldingsDigest, updateHoldingsDigest } from '../../accounts/accounts.store';
import { holdingsDigest } from '../../accounts/holdings/holdings-digest';
import { saveHoldings } from '../../accounts/holdings/save-holdings';
import { ProviderHolding } from '../../providers/provider.port';
import { FileHoldings } from '../reading/file-reading';
import { ImportRow, otherHoldings } from '../imports.store';

/** The positions of an account of the user, as a file states them. */
interface Stated extends FileHoldings {
  readonly accountId: number;
}

/**
 * Stores the positions that a broker's file states, unless another file states positions of a later day. The positions
 * of an account with a connection come from the connection instead. Locks the accounts.
 * @returns the events
 */
export async function recordFileHoldings(tx: Tx, row: ImportRow, trace: Context): Promise<OutgoingEvent[]> {
  const all: OutgoingEvent[][] = [];
  for (const stated of statedBy(row)) {
    const newest = await otherHoldings(tx, row, stated.accountId);
    if (newest === null || newest.day <= stated.day)
      all.push(await replace(tx, row.user_id, stated.accountId, stated.positions, trace));
  }
  return all.flat();
}

/**
 * Replaces an account's positions with those of the newest of its other files, or with none. Locks the accounts.
 * @returns the events
 */
export async function removeFileHoldings(tx: Tx, row: ImportRow, trace: Context): Promise<OutgoingEvent[]> {
  const all: OutgoingEvent[][] = [];
  for (const stated of statedBy(row)) {
    const newest = await otherHoldings(tx, row, stated.accountId);
    if (newest === null || newest.day <= stated.day)
      all.push(await replace(tx, row.user_id, stated.accountId, newest?.positions ?? [], trace));
  }
  return all.flat();
}

/** Returns them in the order in which accounts are locked. */
function statedBy({ accounts, holdings }: ImportRow): Stated[] {
  return accounts
    .flatMap(({ financial_account_id: accountId }, index) => {
      const stated = holdings[index];
      return accountId === null || !stated ? [] : { accountId, ...stated };
    })
    .sort((a, b) => a.accountId - b.accountId);
}

async function replace(
  tx: Tx,
  userId: number,
  accountId: number,
  holdings: readonly ProviderHolding[],
  trace: Context,
): Promise<OutgoingEvent[]> {
  const account = await lockHoldingsDigest(tx, accountId, userId);
  if (!account) return [];
  const digest = holdingsDigest(holdings);
  const saved = await updateHoldingsDigest(tx, accountId, digest);
  if (!saved) return [];
  const changed = account.digest !== digest;
  const snapshot = { accountId, userId, version: saved.version, changed, holdings, trace };
  return saveHoldings(tx, [snapshot], saved.at.toISOString());
}
