import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Access } from '../access/access';
import { isRegistered } from '../apps/app-settings';

/**
 * The requesting app: null for the user's own token or session. Our own page (a redirect of null) needs no registration.
 * @throws Problem (invalid) if an app's redirect address is not registered
 */
export async function requireRegisteredRedirect(
  database: Queryable,
  { tokenId }: Access,
  redirectUrl: string | null,
): Promise<number | null> {
  if (tokenId === null) return null;
  const [app] = await database.query<{ id: number; redirect_uris: string[] }>(
    `select a.id, a.redirect_uris
       from tokens t join grants g on g.id = t.grant_id join oauth_apps a on a.id = g.app_id where t.id = $1`,
    [tokenId],
  );
  if (!app) return null;
  if (redirectUrl === null || isRegistered(redirectUrl, app.redirect_uris)) return app.id;
  throw Problem.invalid({
    redirect_url: ['The redirect_url must be one of the redirect addresses that the app is registered with.'],
  });
}
