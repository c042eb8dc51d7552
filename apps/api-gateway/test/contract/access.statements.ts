import { issuePersonalToken, revokeToken } from '../../src/identity/tokens/issue-personal-token';
import { Scope, SCOPES } from '../../src/identity/permissions/scopes';
import { Answer } from '../gateway-under-test';
import { notTested, statement } from './statements';
import { World } from './world';

const NAMED_SCOPES =
  'profile:read accounts:read accounts:write transactions:read transactions:write sensitive:read ' +
  'financial-connections:read financial-connections:write transfer-links:read transfer-links:write rules:read ' +
  'rules:write webhooks:read webhooks:write destinations:read destinations:write';

/** The operations and the scope that each needs; reading, too, where it changes what is carried away. */
const OPERATIONS: readonly (readonly [string, string, Scope, ...Scope[]])[] = [
  ['GET', '/finance/transactions', 'transactions:read'],
  ['GET', '/finance/accounts', 'accounts:read'],
  ['GET', '/finance/accounts/17', 'accounts:read'],
  ['GET', '/finance/accounts/17/balances', 'accounts:read'],
  ['GET', '/finance/accounts/17/balances/55', 'accounts:read'],
  ['GET', '/finance/accounts/17/holdings', 'accounts:read'],
  ['GET', '/destinations/budgeta/connections', 'destinations:read'],
  ['PUT', '/transfer-links/8', 'transfer-links:write', 'accounts:read'],
  ['POST', '/transfer-links/8/pause', 'transfer-links:write'],
  ['POST', '/rules/5/transfer-links/8', 'rules:write', 'accounts:read', 'transactions:read'],
  ['PUT', '/rule-logs/undo-bulk', 'rules:write'],
  ['POST', '/webhooks', 'webhooks:write'],
];

const YEAR_MS = 365 * 24 * 3600 * 1000;

/** Tokens, scopes, grants, redaction; the bodies of errors; versions. */
export function accessStatements(world: () => World): void {
  const ask = async (method: string, path: string, token?: string): Promise<Answer> =>
    world().gateway.request(`/api/v1${path}`, {
      method,
      token,
      body: method === 'GET' ? undefined : { active: 'perhaps' },
    });
  const tokenWith = async (...scopes: readonly Scope[]): Promise<string> =>
    world().gateway.token({ userId: world().userId, scopes });

  describe('tokens and scopes', () => {
    for (const [method, path, scope, ...reading] of OPERATIONS) {
      statement(`${method} ${path}: without a token it is 401 {message, docs_url}`, async () => {
        const { status, body, headers } = await ask(method, path);
        expect(status).toBe(401);
        expect(Object.keys(body)).toEqual(['message', 'docs_url']);
        expect(headers.get('www-authenticate')).toBe('Bearer');
      });
      statement(
        `${method} ${path}: without ${scope} it is 403 {message, docs_url} that names it`,
        async () => {
          const others = SCOPES.filter((one) => one !== scope);
          const { status, body } = await ask(method, path, await tokenWith(...others));
          expect(status).toBe(403);
          expect(Object.keys(body)).toEqual(['message', 'docs_url']);
          expect(body['message']).toContain(scope);
        },
      );
      const enough = reading.length === 0 ? `${scope} alone is` : `${[scope, ...reading].join(', ')} are`;
      statement(`${method} ${path}: ${enough} enough`, async () => {
        const { status } = await ask(method, path, await tokenWith(scope, ...reading));
        expect([200, 422, 503]).toContain(status);
      });
    }
    statement('a token without scope restriction has full access', async () => {
      for (const [method, path] of OPERATIONS) {
        expect([401, 403]).not.toContain((await ask(method, path, world().token)).status);
      }
    });
    statement('the scopes are the sixteen of the interface', () =>
      expect([...SCOPES].sort()).toEqual(NAMED_SCOPES.split(' ').sort()),
    );
    statement('an expired token is 401 {message, docs_url}', async () => {
      const { gateway, userId } = world();
      const token = await gateway.token({ userId, expiresAt: new Date(Date.now() - 1) });
      const { status, body } = await ask('GET', '/finance/accounts', token);
      expect(status).toBe(401);
      expect(Object.keys(body)).toEqual(['message', 'docs_url']);
    });
    statement('a revoked token is 401 from the next request on', async () => {
      const { gateway, userId } = world();
      const { id, token } = await issuePersonalToken(gateway.database, { userId, name: 'revoked' });
      expect((await ask('GET', '/finance/accounts', token)).status).toBe(200);
      await revokeToken(gateway.database, id);
      expect((await ask('GET', '/finance/accounts', token)).status).toBe(401);
    });
    statement('a personal token lives for one year', async () => {
      const { gateway, userId } = world();
      const { id } = await issuePersonalToken(gateway.database, { userId, name: 'a year' });
      const [row] = await gateway.database.query<{ ms: number }>(
        'select extract(epoch from expires_at - created_at)::float * 1000 as ms from tokens where id = $1',
        [id],
      );
      expect(Math.round((row?.ms ?? 0) / YEAR_MS)).toBe(1);
    });
    statement('a personal token may be restricted to scopes', async () => {
      const token = await tokenWith('accounts:read');
      expect((await ask('GET', '/finance/accounts', token)).status).toBe(200);
      expect((await ask('GET', '/finance/transactions', token)).status).toBe(403);
    });
    notTested('an OAuth access token lives for 1 hour', 'none is issued here');
    notTested('an OAuth refresh token lives for 30 days and rotates on every use', 'none is issued here');
    notTested('OAuth apps must request scopes and the user must approve them', 'none is issued here');
    notTested('managed-app tokens are minted server-to-server', 'none is issued here');
    notTested('legacy {id}|{secret} tokens keep working for a limited window', 'none is issued here');
  });

  describe('sensitive:read', () => {
    const SENSITIVE = /iban|bban|owner_name|msisdn|masked|debtor name|ultimate_debtor|Alfa scan/;
    const of = async (token: string): Promise<string> => {
      const paths = ['/finance/transactions?include=financial_account&filter[id]=11', '/finance/accounts/17'];
      const answers = await Promise.all(paths.map((path) => ask('GET', path, token)));
      return valuesOf(answers.map(({ body }) => body)).join('\n');
    };
    statement('identifiers are redacted without sensitive:read', async () =>
      expect(await of(await tokenWith('transactions:read', 'accounts:read'))).not.toMatch(SENSITIVE),
    );
    statement('identifiers are shown with sensitive:read', async () => {
      const shown = await of(await tokenWith('transactions:read', 'accounts:read', 'sensitive:read'));
      for (const value of [
        'Alfa iban',
        'Alfa bban',
        'Alfa owner_name',
        'Alfa debtor name',
        'Alfa debtor pan',
      ]) {
        expect(shown).toContain(value);
      }
    });
    statement('sensitive:read alone grants nothing', async () => {
      const token = await tokenWith('sensitive:read');
      for (const [method, path] of OPERATIONS) expect((await ask(method, path, token)).status).toBe(403);
    });
    statement('a filter on an identifier needs sensitive:read', async () => {
      const token = await tokenWith('transactions:read', 'accounts:read');
      for (const name of ['debtor.iban', 'creditor.bban', 'financial_account.iban']) {
        expect((await ask('GET', `/finance/transactions?filter[${name}]=x`, token)).status).toBe(403);
      }
    });
    statement('search leaves out what the token may not see', async () => {
      const query = '/finance/transactions?filter[search]=Alfa debtor name';
      const total = async (token: string) =>
        ((await ask('GET', query, token)).body['meta'] as { total: number }).total;
      expect(await total(world().token)).toBe(1);
      expect(await total(await tokenWith('transactions:read'))).toBe(0);
    });
  });

  describe('granted accounts', () => {
    const restricted = async (): Promise<string> =>
      world().gateway.token({ userId: world().userId, accountIds: [17] });
    statement('a token for one account sees only that account', async () => {
      const token = await restricted();
      const ids = async (path: string, field: string) =>
        (await world().gateway.list(path, token)).body.data.map((row) => row[field]);
      expect(await ids('/finance/accounts', 'id')).toEqual(['17']);
      expect(await ids('/finance/transactions', 'financial_account_id')).toEqual(['17']);
    });
    for (const path of [
      '/finance/accounts/18',
      '/finance/accounts/18/balances',
      '/finance/accounts/18/holdings',
      '/finance/accounts/18/balances/55',
    ]) {
      statement(`${path} outside the granted accounts is 404, like an unknown id`, async () => {
        const token = await restricted();
        const [outside, missing] = [
          await ask('GET', path, token),
          await ask('GET', path.replace('18', '999'), token),
        ];
        expect(outside).toMatchObject({ status: 404, body: { message: 'Resource not found.' } });
        expect(missing.body).toEqual(outside.body);
      });
    }
    statement('a filter on an account that was not granted matches no row', async () => {
      const token = await restricted();
      for (const filter of ['financial_account_id=18', 'id=12', 'search=Beta', 'reference=Beta-reference']) {
        const { body } = await world().gateway.list(
          `/finance/transactions?filter[${filter.replace('=', ']=')}`,
          token,
        );
        expect(body).toMatchObject({ data: [], meta: { total: 0 } });
      }
    });
  });

  describe('errors', () => {
    const NEEDS: readonly (readonly [string, Scope])[] = [
      ['include=financial_account', 'accounts:read'],
      ['include=financial_account.financial_connection', 'financial-connections:read'],
      ['include=financial_account.financial_connection.institution', 'financial-connections:read'],
      ['include=transfer_logs', 'transfer-links:read'],
      ['include=failed_transfers', 'transfer-links:read'],
      ['include=attempted_transfers', 'transfer-links:read'],
      ['filter[transfer_status]=NONE', 'transfer-links:read'],
      ['filter[financial_account.name]=x', 'accounts:read'],
      ['filter[reference]=x', 'financial-connections:read'],
      ['with_available_financial_accounts=true', 'accounts:read'],
    ];
    for (const [query, scope] of NEEDS) {
      statement(`transactions: ${query} needs ${scope}, else 403 {message, docs_url}`, async () => {
        const token = await tokenWith(...SCOPES.filter((one) => one !== scope));
        const { status, body } = await ask('GET', `/finance/transactions?${query}`, token);
        expect(status).toBe(403);
        expect(body['message']).toContain(scope);
        expect(Object.keys(body)).toEqual(['message', 'docs_url']);
      });
    }
    statement(
      '422 is {message, errors} by parameter, the message with the first and the number of others',
      async () => {
        const { status, body } = await ask('GET', '/finance/transactions?sort=x&page[size]=0', world().token);
        expect(status).toBe(422);
        expect(Object.keys(body)).toEqual(['message', 'errors']);
        const errors = Object.values(body['errors'] as Record<string, string[]>).flat();
        expect(errors).toHaveLength(2);
        expect(body['message']).toBe(`${errors[0]} (and 1 more error)`);
      },
    );
    statement('404 is only {message, docs_url}', async () => {
      for (const path of ['/finance/accounts/999', '/nowhere']) {
        expect(await ask('GET', path, world().token)).toMatchObject({
          status: 404,
          body: { message: 'Resource not found.' },
        });
      }
    });
    statement('503 {message, docs_url} with Retry-After if the owner does not answer', async () => {
      const { gateway, token } = world();
      const answer = await gateway.request('/api/v1/transfer-links/8', { method: 'PUT', token, body: {} });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Object.keys(answer.body)).toEqual(['message', 'docs_url']);
    });
  });

  describe('versioning', () => {
    statement('the version is carried in the base path /api/v1', async () => {
      const { gateway, token } = world();
      for (const path of ['/finance/accounts', '/api/finance/accounts', '/api/v2/finance/accounts']) {
        expect((await gateway.request(path, { token })).status).toBe(404);
      }
    });
    statement('the API version is 1.0', async () => {
      const { body } = await ask('GET', '/openapi.json');
      expect(body).toMatchObject({ info: { version: '1.0' } });
    });
    statement('bodies are JSON with its content type', async () => {
      const { headers } = await ask('GET', '/finance/accounts', world().token);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    });
    statement('a request body of another type is 415 {message, docs_url}', async () => {
      const { gateway, token } = world();
      const headers = { 'content-type': 'text/plain' };
      const { status, body } = await gateway.request('/api/v1/webhooks', {
        method: 'POST',
        token,
        body: 'x',
        headers,
      });
      expect(status).toBe(415);
      expect(Object.keys(body)).toEqual(['message', 'docs_url']);
    });
  });
}

/** All texts of an answer, its members' names left out. */
function valuesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(valuesOf);
}
