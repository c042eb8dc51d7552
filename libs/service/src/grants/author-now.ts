import { Author, authorOf, Caller, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { saveGrant } from './followed-grants.store';
import { within } from './grant';

/**
 * The author of the caller's new resource, limited to the access of both the token and its grant: a change of the
 * grant may have arrived before the request. The resource follows the grant from now on. @throws Problem (conflict) if
 * the grant has ended
 */
export async function authorNow(tx: Tx, caller: Caller): Promise<Author> {
  const { userId, scopes, accountIds, grant } = caller;
  if (!grant) return authorOf(caller);
  const now = await saveGrant(tx, {
    grantId: grant.id,
    version: 0, // the stored grant counts, because a token may have less than its grant
    userId,
    scopes,
    accountIds,
    expiresAt: grant.expiresAt,
    revoked: false,
    name: null,
  });
  if (now.revoked) throw Problem.conflict('The calling token was revoked or has expired.');
  return {
    scopes: within(scopes, now.scopes),
    accountIds: within(accountIds, now.accountIds),
    grantId: grant.id,
  };
}
