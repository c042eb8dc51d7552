import { Context } from '@opentelemetry/api';
import { ShapingCause } from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { countStored } from '../results/shaped-transactions.store';

/** Kind of the jobs that shape an account's stored transactions again. */
export const RESHAPES = 'reshapes';

/** A reshape: an account's stored transactions are shaped again, for one link or (null) in full. */
export interface Reshape {
  readonly accountId: number;
  readonly transferLinkId: number | null;
  readonly cause: ShapingCause;
}

/** Returns SQL of a reshape's key. */
export const reshapeKey = (accountId: string, transferLinkId: string) =>
  `${accountId} || ':' || ${transferLinkId}`;

/**
 * Creates jobs, only for accounts with stored transactions: a link that is created before its account's first sync
 * needs none. The caller has locked the accounts.
 */
export async function enqueueReshapes(
  tx: Tx,
  requests: readonly (Reshape & { readonly trace: Context })[],
): Promise<void> {
  if (requests.length === 0) return;
  const rows = await countStored(
    tx,
    requests.map(({ accountId }) => accountId),
  );
  const stored = new Map(rows.map((row) => [row.accountId, row]));
  const jobs = requests.flatMap(({ trace, ...reshape }) => {
    const account = stored.get(reshape.accountId);
    if (!account) return [];
    const { userId, transactionsTotal } = account;
    const key = `${reshape.accountId}:${reshape.transferLinkId ?? ''}`;
    return [{ key, userId, payload: { ...reshape, transactionsTotal }, trace }];
  });
  await enqueueJobs(tx, RESHAPES, jobs);
}
