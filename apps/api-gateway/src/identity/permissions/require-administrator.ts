import { AdministratorOnlyError } from '@tributary/http';
import { Queryable } from '@tributary/persistence';

/** The role may have been taken since the request was admitted. @throws AdministratorOnlyError */
export async function requireAdministrator(database: Queryable, userId: number): Promise<void> {
  const [found] = await database.query(
    `select 1 from users where id = $1 and role = 'ADMIN' and disabled_at is null`,
    [userId],
  );
  if (!found) throw new AdministratorOnlyError();
}
