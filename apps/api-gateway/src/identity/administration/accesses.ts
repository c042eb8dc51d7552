import { Type } from '@sinclair/typebox';
import { Database } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler, readParameters } from '@tributary/service';
import { revokeToken } from '../tokens/issue-personal-token';
import { deleteApp } from '../apps/apps';
import { revokeGrant } from '../apps/grants';
import { BY_OPERATOR } from './accounts';

const ONE = Type.Object({ id: Type.Integer() });

/** `revoke-token`: a personal one; those of apps end with their grant. */
export function revokeOneToken(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { id } = readParameters(ONE, parameters);
    const isRevoked = await revokeToken(database, id, { details: BY_OPERATOR });
    if (!isRevoked) throw new OperatorRequestError(`there is no personal token ${id} that counts`);
    return `token ${id} is revoked`;
  };
}

/** `revoke-grant`: a user's grant to an app, with all its tokens. */
export function revokeOneGrant(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { id } = readParameters(ONE, parameters);
    const isRevoked = await revokeGrant(database, id, { details: BY_OPERATOR });
    if (!isRevoked) throw new OperatorRequestError(`there is no grant ${id} that holds`);
    return `grant ${id} is revoked`;
  };
}

/** `revoke-accesses`: every personal token of a user, and all that the user granted apps. */
export function revokeAccesses(database: Database): OperatorRequestHandler {
  return async ({ parameters, say }) => {
    const { userId } = readParameters(Type.Object({ userId: Type.Integer() }), parameters);
    const by = { userId, details: BY_OPERATOR };
    const tokens = await ids(database, TOKENS, userId);
    for (const id of tokens) await revokeToken(database, id, by);
    await say(`${tokens.length} tokens are revoked`);
    const grants = await ids(database, GRANTS, userId);
    for (const id of grants) await revokeGrant(database, id, by);
    return `${tokens.length} tokens and ${grants.length} grants are revoked`;
  };
}

/** `delete-app`: with all that users granted it, and the users that it manages. */
export function deleteOneApp(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { id } = readParameters(ONE, parameters);
    const [app] = await database.query<{ user_id: number }>('select user_id from oauth_apps where id = $1', [
      id,
    ]);
    if (!app) throw new OperatorRequestError(`there is no app ${id}`);
    await deleteApp(database, { userId: app.user_id, details: BY_OPERATOR }, id);
    return `app ${id} is deleted`;
  };
}

const TOKENS = `select id from tokens where user_id = $1 and kind in ('PERSONAL', 'LEGACY') and revoked_at is null order by id`;
const GRANTS = 'select id from grants where user_id = $1 and revoked_at is null order by id';

async function ids(database: Database, sql: string, userId: number): Promise<number[]> {
  return (await database.query<{ id: number }>(sql, [userId])).map(({ id }) => id);
}
