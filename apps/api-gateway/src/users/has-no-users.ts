import { Queryable } from '@tributary/persistence';

/** Whether this installation still waits for its first user. */
export async function hasNoUsers(database: Queryable): Promise<boolean> {
  const [found] = await database.query('select 1 from users limit 1');
  return found === undefined;
}
