import { Context } from '@opentelemetry/api';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { holdingsDigest } from '../../accounts/holdings/holdings-digest';
import { saveHoldings } from '../../accounts/holdings/save-holdings';
import { ProviderHolding } from '../../providers/provider.port';
import { FileHoldings } from '../reading/file-reading';
import { ImportRow } from '../stored-imports';

/** The positions that a file states of an account of the user. */
interface Stated extends FileHoldings {
  readonly accountId: number;
}

/**
 * Stores the positions that a broker's file states, unless another file states those of a later day. Accounts of a connection have
 * their positions from it. Locks the accounts. @returns the events
 */
export async function recordFileHoldings(tx: Tx, row: ImportRow, trace: Context): Promise<OutgoingEvent[]> {
  const all: OutgoingEvent[][] = [];
  for (const stated of statedBy(row)) {
    const newest = await newestElsewhere(tx, row, stated.accountId);
    if (newest === null || newest.day <= stated.day)
      all.push(await replace(tx, row.user_id, stated.accountId, stated.positions, trace));
  }
  return all.flat();
}

/** Gives an account the positions that the newest of its other files states, or none. Locks the accounts. @returns the events */
export async function removeFileHoldings(tx: Tx, row: ImportRow, trace: Context): Promise<OutgoingEvent[]> {
  const all: OutgoingEvent[][] = [];
  for (const stated of statedBy(row)) {
    const newest = await newestElsewhere(tx, row, stated.accountId);
    if (newest === null || newest.day <= stated.day)
      all.push(await replace(tx, row.user_id, stated.accountId, newest?.positions ?? [], trace));
  }
  return all.flat();
}

/** In the order in which accounts are locked. */
function statedBy({ accounts, holdings }: ImportRow): Stated[] {
  return accounts
    .flatMap(({ financial_account_id: accountId }, index) => {
      const stated = holdings[index];
      return accountId === null || !stated ? [] : { accountId, ...stated };
    })
    .sort((a, b) => a.accountId - b.accountId);
}

async function newestElsewhere(
  tx: Tx,
  { id, user_id: userId }: ImportRow,
  accountId: number,
): Promise<FileHoldings | null> {
  const [row] = await tx.query<{ holdings: FileHoldings }>(
    `select h.holdings from file_imports i
       cross join jsonb_array_elements(i.accounts) with ordinality as a(account, position)
       join jsonb_array_elements(i.holdings) with ordinality as h(holdings, position) on h.position = a.position
      where i.user_id = $1 and i.id <> $2 and i.status = 'APPLIED' and jsonb_typeof(h.holdings) = 'object'
        and (a.account->>'financial_account_id')::bigint = $3
      order by h.holdings->>'day' desc, i.applied_at desc, i.id desc limit 1`,
    [userId, id, accountId],
  );
  return row?.holdings ?? null;
}

async function replace(
  tx: Tx,
  userId: number,
  accountId: number,
  holdings: readonly ProviderHolding[],
  trace: Context,
): Promise<OutgoingEvent[]> {
  const [account] = await tx.query<{ digest: string | null }>(
    `select holdings_digest as digest from financial_accounts
      where id = $1 and user_id = $2 and connection_id is null for update`,
    [accountId, userId],
  );
  if (!account) return [];
  const digest = holdingsDigest(holdings);
  const [saved] = await tx.query<{ version: number; at: Date }>(
    `update financial_accounts
        set holdings_version = holdings_version + 1, holdings_digest = $2, holdings_synced_at = now(),
            holdings_published_at = now()
      where id = $1 returning holdings_version as version, holdings_published_at as at`,
    [accountId, digest],
  );
  if (!saved) return [];
  const changed = account.digest !== digest;
  const snapshot = { accountId, userId, version: saved.version, changed, holdings, trace };
  return saveHoldings(tx, [snapshot], saved.at.toISOString());
}
