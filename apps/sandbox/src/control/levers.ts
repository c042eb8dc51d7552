import type { FastifyInstance } from 'fastify';
import { BERKA } from '../bank/bank';
import { bankLedger } from '../bank/bank.ledger';
import type { BankProvider } from '../bank/bank-provider';
import type { OAuthServer } from '../oauth/oauth-server';
import { Fields } from '../server/fields';
import { invalid } from '../server/problem';

export interface OfInstitution {
  Querystring: { institution?: string };
}

/** `PUT` of numbers: the body names those that change. */
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
export function grantLevers(app: FastifyInstance, company: string, oauth: OAuthServer): void {
  app.post(`/${company}/tokens/expire`, async () => oauth.expireAccessTokens());
  app.post(`/${company}/tokens/revoke`, async () => oauth.revokeAll());
}

/** The ledger and the levers that both providers of the bank have. */
export function bankProviderLevers(app: FastifyInstance, state: BankProvider): void {
  app.put(`/${state.name}/behaviour`, async ({ body }) => state.behave(body));
  limitLever(app, `/${state.name}/daily-calls`, {
    limit: (value) => (state.allowances.dailyCalls = value),
  });
  app.post(`/${state.name}/next-day`, async () => state.renew());
  app.get<OfInstitution>(`/ledger/${state.name}`, async ({ query }) => ({
    accounts: bankLedger(state, query.institution ?? BERKA),
  }));
}
