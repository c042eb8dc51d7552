import { Type } from '@sinclair/typebox';
import { Database } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler, readParameters } from '@tributary/service';
import { revokeToken } from '../tokens/issue-personal-token';
import { deleteApp } from '../apps/apps';
import { revokeGrant } from '../apps/grants';
import { grantIdsOfUser } from '../authorizations/grants.store';
import { findAppOwner } from '../authorizations/oauth-apps.store';
import { personalTokenIds } from '../authorizations/tokens.store';
import { BY_OPERATOR } from './accounts';

const ONE = Type.Object({ id: Type.Integer() });

/** `revoke-token`: revokes a personal token; tokens of apps end with their grant. */
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

/** `revoke-accesses`: revokes every personal token of a user, and all the user's grants to apps. */
export function revokeAccesses(database: Database): OperatorRequestHandler {
  return async ({ parameters, report }) => {
    const { userId } = readParameters(Type.Object({ userId: Type.Integer() }), parameters);
    const by = { userId, details: BY_OPERATOR };
    const tokens = await personalTokenIds(database, userId);
    for (const id of tokens) await revokeToken(database, id, by);
    await report(`${tokens.length} tokens are revoked`);
    const grants = await grantIdsOfUser(database, userId);
    for (const id of grants) await revokeGrant(database, id, by);
    return `${tokens.length} tokens and ${grants.length} grants are revoked`;
  };
}

/** `delete-app`: deletes an app, with all grants to it, and the users that it manages. */
export function deleteOneApp(database: Database): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { id } = readParameters(ONE, parameters);
    const owner = await findAppOwner(database, id);
    if (owner === undefined) throw new OperatorRequestError(`there is no app ${id}`);
    await deleteApp(database, { userId: owner, details: BY_OPERATOR }, id);
    return `app ${id} is deleted`;
  };
}
