/** A job is worked on for so long, then whoever waits longest has their turn. */
export const TURN_MS = 1000;

/**
 * SQL of the job that is next: of those that nobody works on, the oldest of the user whose last turn is longest ago, so that
 * no number of jobs holds up another user's. A user who has had no turn waits since their first job was made.
 *
 * @param users SQL of the table as `job`, joined to what tells the user
 * @param userId SQL of the user's id
 */
export function nextJob(users: string, userId: string): string {
  return `
    with turns as (
      select ${userId} as user_id, coalesce(max(job.turn_at), min(job.created_at)) as since
        from ${users} where job.finished_at is null group by 1
    )
    select job.id from ${users} join turns on turns.user_id = ${userId}
     where job.finished_at is null and (job.lease_until is null or job.lease_until < now())
     order by turns.since, job.id limit 1 for update of job skip locked`;
}
