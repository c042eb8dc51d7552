import { OldRows, Queryable } from '@tributary/persistence';

/** Wrong passwords are forgotten this long after the last one. */
const FORGOTTEN_AFTER = '1 day';

/** Subject by which an attempt is counted. */
export interface FailureCounter {
  readonly free: number;
  /** Hashed, because the typed address may be anything, even a password. */
  readonly subject: Buffer;
  /** The account's subject, if another subject counts its attempts from a known network. */
  readonly account?: Buffer;
}

/** Counts a failure, unless attempts are blocked now. @returns whether it was counted */
export async function addFailure(
  database: Queryable,
  { free, subject, account }: FailureCounter,
  pauseMaxS: number,
): Promise<boolean> {
  const counted = await database.query(
    `insert into sign_in_failures as f (subject, account, failures, last_failed_at, blocked_until)
     values ($1, $4, 1, now(), now())
     on conflict (subject) do update
        set (failures, last_failed_at, blocked_until) = (
          select n, now(),
                 now() + make_interval(secs => case when n < $2 then 0 else least($3, power(2, least(n - $2, 20))) end)
            from (select case when f.last_failed_at < now() - interval '${FORGOTTEN_AFTER}' then 1
                              else f.failures + 1 end as n) counted)
      where f.blocked_until <= now()
     returning failures`,
    [subject, free, pauseMaxS, account ?? null],
  );
  return counted.length > 0;
}

/** Seconds for which attempts are blocked; undefined: there is no such count. */
export async function readBlock(database: Queryable, subject: Buffer): Promise<number | undefined> {
  const [blocked] = await database.query<{ seconds: number }>(
    `select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
       from sign_in_failures where subject = $1`,
    [subject],
  );
  return blocked?.seconds;
}

/** Subtracts one failure, and ends the block. */
export async function subtractFailure(database: Queryable, subject: Buffer): Promise<void> {
  await database.execute(
    'update sign_in_failures set failures = greatest(0, failures - 1), blocked_until = now() where subject = $1',
    [subject],
  );
}

/** Writes the counts unchanged. */
export async function rewriteFailures(tx: Queryable, subjects: readonly Buffer[]): Promise<void> {
  await tx.execute('update sign_in_failures set failures = failures where subject = any($1)', [subjects]);
}

export async function deleteFailures(database: Queryable, subject: Buffer): Promise<void> {
  await database.execute('delete from sign_in_failures where subject = $1', [subject]);
}

/** Deletes the failures of an account, from all networks. */
export async function deleteFailuresOfAccount(database: Queryable, account: Buffer): Promise<void> {
  await database.execute('delete from sign_in_failures where subject = $1 or account = $1', [account]);
}

export const OLD_FAILURES: OldRows = { table: 'sign_in_failures', since: 'last_failed_at', days: 2 };
