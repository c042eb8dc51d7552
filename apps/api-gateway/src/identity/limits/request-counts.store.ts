import { Queryable } from '@tributary/persistence';

/** Subject of a count, and the window of time. */
interface Counted {
  readonly subject: string;
  readonly window: number;
}

/** Adds a chunk of requests to a count. @returns the new count; undefined if the statement returned none */
export async function addRequests(
  database: Queryable,
  { subject, window }: Counted,
  chunk: number,
): Promise<number | undefined> {
  const [row] = await database.query<{ taken: number }>(
    `insert into request_counts (subject, time_window, taken) values ($1, $2, $3)
     on conflict (subject, time_window) do update set taken = request_counts.taken + $3
     returning taken`,
    [subject, window, chunk],
  );
  return row?.taken;
}

/** The counts of windows before this one. */
export async function deleteRequestCounts(database: Queryable, before: number): Promise<void> {
  await database.execute('delete from request_counts where time_window < $1', [before]);
}
