import { Context } from '@opentelemetry/api';
import { ShapingCause } from '@tributary/contracts';
import { traceHeaders, traceOf } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { nextJob } from './job-turns';

/** A wish to shape an account's stored transactions anew, for one link or (null) in full. */
export interface ReshapeRequest {
  readonly accountId: number;
  readonly transferLinkId: number | null;
  readonly cause: ShapingCause;
  readonly trace: Context;
}

/** A job that this process holds the lease of. */
export interface LeasedReshape extends ReshapeRequest {
  readonly id: number;
  readonly leaseToken: string;
}

/**
 * Leaves jobs for the accounts that have anything stored, and no trace of the others: a link that is made before
 * its account's first sync costs nothing here. A job that is open, or done, begins again from the start. The
 * caller holds the accounts' locks.
 */
export async function enqueueReshapes(tx: Tx, requests: readonly ReshapeRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const rows = requests.map(({ trace, ...request }) => ({ ...request, trace: traceHeaders(trace) }));
  await tx.execute(
    `insert into reshapes (account_id, transfer_link_id, cause, trace, transactions_total)
     select "accountId", "transferLinkId", cause, trace, stored.total
       from json_to_recordset($1::json)
            as wanted("accountId" bigint, "transferLinkId" bigint, cause text, trace jsonb)
      cross join lateral (
            select count(*)::integer as total from shaped_transactions
             where account_id = wanted."accountId" and not removed) stored
      where stored.total > 0
      order by "accountId", "transferLinkId"
     on conflict (account_id, transfer_link_id) do update set
       cause = excluded.cause, trace = excluded.trace, transactions_total = excluded.transactions_total,
       transactions_done = 0, cursor = 0, lease_token = null, lease_until = null, finished_at = null,
       created_at = now()`,
    [JSON.stringify(rows)],
  );
}

// Transactions may come before what is said of their account: accounts whose user is not known yet share a turn.
const NEXT_RESHAPE = nextJob(
  'reshapes job left join accounts on accounts.id = job.account_id',
  'coalesce(accounts.user_id, 0)',
);

/** Takes the job whose turn it is, of those that nobody works on; null where there is none. Leases run by the database's clock. */
export async function leaseReshape(database: Queryable, leaseMs: number): Promise<LeasedReshape | null> {
  const leaseToken = randomUUID();
  const [job] = await database.query<
    Omit<LeasedReshape, 'trace' | 'leaseToken'> & { trace: Record<string, string> }
  >(
    `update reshapes
        set lease_token = $1, lease_until = now() + make_interval(secs => $2), turn_at = clock_timestamp()
      where id = (${NEXT_RESHAPE})
     returning id, account_id as "accountId", transfer_link_id as "transferLinkId", cause, trace`,
    [leaseToken, leaseMs / 1000],
  );
  return job ? { ...job, trace: traceOf(job.trace), leaseToken } : null;
}

/** How far the job is; null where the lease was lost: the job ended, began again, or went to another process. */
export async function readCursor(tx: Tx, job: LeasedReshape): Promise<number | null> {
  const [row] = await tx.query<{ cursor: number }>(
    'select cursor from reshapes where id = $1 and lease_token = $2 and finished_at is null for update',
    [job.id, job.leaseToken],
  );
  return row?.cursor ?? null;
}

/** Notes what was done, in the transaction that did it, and keeps the lease. */
export async function moveCursor(
  tx: Tx,
  job: LeasedReshape,
  move: { cursor: number; done: number; leaseMs: number },
): Promise<void> {
  await tx.execute(
    `update reshapes
        set cursor = $2, transactions_done = transactions_done + $3,
            lease_until = now() + make_interval(secs => $4)
      where id = $1`,
    [job.id, move.cursor, move.done, move.leaseMs / 1000],
  );
}

export async function finishReshape(tx: Tx, job: LeasedReshape): Promise<void> {
  await tx.execute(
    'update reshapes set finished_at = now(), lease_token = null, lease_until = null where id = $1',
    [job.id],
  );
}

/** Lets another process go on at once. */
export async function releaseReshape(database: Queryable, job: LeasedReshape): Promise<void> {
  await database.execute(
    'update reshapes set lease_token = null, lease_until = null where id = $1 and lease_token = $2',
    [job.id, job.leaseToken],
  );
}
