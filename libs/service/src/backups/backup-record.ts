const KIND = 'backup';

/** The gateway's log of what operators did also has the backups: it shows their age. */
export interface BackupRecord {
  readonly by: string;
  /** What was made; null if it failed. */
  readonly outcome: string | null;
  readonly error: string | null;
}

/** SQL that records a backup, with its parameters. */
export function recordBackup(schema: string, { by, outcome, error }: BackupRecord): [string, unknown[]] {
  const sql = `insert into ${schema}.operator_requests (kind, parameters, requested_by, ended_at, outcome, error)
               values ('${KIND}', '{}', $1, clock_timestamp(), $2, $3)`;
  return [sql, [by, outcome, error]];
}

/**
 * SQL for how old the last good backup is, in seconds, and how many attempts have failed since. Where there is none, what would be lost
 * is as old as the first account; null: nothing would be lost.
 */
export const BACKUP_AGE = `
  with made as (select max(ended_at) as at from operator_requests where kind = '${KIND}' and error is null)
  select extract(epoch from clock_timestamp() - coalesce(made.at, (select min(created_at) from users)))::float8 as age,
         (select count(*) from operator_requests r
           where r.kind = '${KIND}' and r.error is not null and (made.at is null or r.ended_at > made.at)) as failures
    from made`;
