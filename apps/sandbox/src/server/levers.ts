import type { FastifyInstance } from 'fastify';
import { Fields } from './fields';
import { invalid } from './problem';

/** The grants of a company's users. */
interface Grants {
  expireAccessTokens(): void;
  revokeAll(): void;
}

/** Adds a `PUT` route for numbers. The body names only the numbers that change. */
export function limitLever(
  app: FastifyInstance,
  path: string,
  limits: Readonly<Record<string, (value: number) => void>>,
): void {
  app.put(path, async ({ body }) => {
    const fields = new Fields(body);
    const changes = Object.entries(limits).filter(([name]) => fields.number(name) !== undefined);
    if (changes.length === 0) throw invalid(`${Object.keys(limits).join(' or ')} must be a number`);
    for (const [name, change] of changes) change(fields.number(name) ?? 0);
  });
}

/** Ends the users' grants at a company: access tokens alone, or all of it. */
export function grantLevers(app: FastifyInstance, company: string, oauth: Grants): void {
  app.post(`/${company}/tokens/expire`, async () => oauth.expireAccessTokens());
  app.post(`/${company}/tokens/revoke`, async () => oauth.revokeAll());
}
