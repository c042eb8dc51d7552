const KIND = 'backup';

/** A backup in the gateway's log of operators' acts, which shows its age. */
export interface BackupRecord {
  readonly by: string;
  /** The backup that was made; null if it failed. */
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
 * SQL of the seconds since the last good backup, and the number of failed attempts since. Without a backup the age is
 * that of the first account; null: there is no account.
 */
export const BACKUP_AGE = `
  with made as (select max(ended_at) as at from operator_requests where kind = '${KIND}' and error is null)
  select extract(epoch from clock_timestamp() - coalesce(made.at, (select min(created_at) from users)))::float8 as age,
         (select count(*) from operator_requests r
           where r.kind = '${KIND}' and r.error is not null and (made.at is null or r.ended_at > made.at)) as failures
    from made`;
