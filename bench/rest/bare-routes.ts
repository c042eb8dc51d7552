import { parseQuery } from '@tributary/http';
import { request } from 'undici';
import { Access } from '../../apps/api-gateway/src/identity/access/access';
import { TRANSACTION_LIST } from '../../apps/api-gateway/src/api/transactions/search/transaction-list';
import { transactionsStatement } from '../../apps/api-gateway/src/api/transactions/search/transactions.statement';
import type { BareRoute, Envelope } from './bare-server';
import { pathOf, RestCase } from './cases';
import { QueryModel } from './query-model';
import { MeasuredServer } from './servers';

type Body = Envelope & { readonly data: readonly unknown[] };

/**
 * What the bare server is to answer for the cases: below `/same` with the gateway's own statement, below `/plain`
 * with a page and a count. The envelope is the gateway's, given ready.
 */
export async function bareRoutes(
  { token, userId }: QueryModel,
  gateway: MeasuredServer,
  cases: readonly RestCase[],
): Promise<Record<string, BareRoute>> {
  const access = new Access(0, userId, 'PRO', 'PERSONAL', null, null);
  const routes: Record<string, BareRoute> = {};
  for (const query of cases.flatMap(({ queries }) => queries)) {
    const path = pathOf(query);
    const { links, meta } = await answer(`${gateway.url}${path}`, token);
    const envelope = { links, meta };
    const asked = parseQuery(TRANSACTION_LIST, Object.fromEntries(new URLSearchParams(query)));
    const { sql, values, comesBack } = transactionsStatement(access, asked, 'shaped');
    const { size, number } = asked.page;
    routes[`/same${path}`] = {
      kind: 'same',
      statement: { ...(comesBack ? { name: path } : {}), text: sql, values },
      envelope,
    };
    routes[`/plain${path}`] = {
      kind: 'plain',
      page: { text: PLAIN_PAGE, values: [userId, size, (number - 1) * size] },
      count: { text: PLAIN_COUNT, values: [userId] },
      envelope,
    };
  }
  return routes;
}

const PLAIN_PAGE = `
  select id, account_id, created_at, updated_at, coalesce(shaped, raw) as document
    from transactions where user_id = $1 and not removed order by id desc limit $2 offset $3`;
const PLAIN_COUNT = 'select count(*) from transactions where user_id = $1 and not removed';

/** Hands the routes over, and checks that each is answered with the gateway's body. */
export async function giveRoutes(
  bare: MeasuredServer,
  gateway: MeasuredServer,
  token: string,
  routes: Readonly<Record<string, BareRoute>>,
): Promise<void> {
  await bare.process.ask(routes);
  for (const route of Object.keys(routes)) {
    const path = route.replace(/^\/(same|plain)/, '');
    const [theirs, ours] = await Promise.all([
      answer(`${bare.url}${route}`, token),
      answer(`${gateway.url}${path}`, token),
    ]);
    const same = sorted(theirs.data) === sorted(ours.data) && sorted(theirs.meta) === sorted(ours.meta);
    if (!same) throw new Error(`the bare server sends another body than the gateway at ${route}`);
  }
}

async function answer(url: string, token: string): Promise<Body> {
  const { statusCode, body } = await request(url, { headers: { authorization: `Bearer ${token}` } });
  if (statusCode !== 200) throw new Error(`${url} was answered with ${statusCode}: ${await body.text()}`);
  return (await body.json()) as Body;
}

/** JSON with members in the order of their names. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
