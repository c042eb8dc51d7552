import { Queryable } from '@tributary/persistence';
import { basicCredentials } from '../codes/basic-credentials';
import { tokenHash } from '../codes/token-text';

const CLIENT_ID = /^[0-9a-f-]{36}$/;

/**
 * The app of the credentials, where it manages users and its owner is not shut out. The secret is looked up by its hash: it is random, and
 * how long that takes says nothing of it.
 */
export async function findManagingApp(
  database: Queryable,
  authorization: string | undefined,
): Promise<{ readonly id: number; readonly userId: number } | null> {
  const [clientId = '', secret = ''] = (basicCredentials(authorization) ?? '').split(':', 2);
  if (!CLIENT_ID.test(clientId) || secret === '') return null;
  const [app] = await database.query<{ id: number; userId: number }>(
    `select a.id, a.user_id as "userId" from oauth_apps a join users u on u.id = a.user_id
      where a.client_id = $1 and a.secret_hash = $2 and a.manages_users and u.disabled_at is null`,
    [clientId, tokenHash(secret)],
  );
  return app ?? null;
}
