import type { AttackedSystem } from './attacked-system';

type Errors = Readonly<Record<string, readonly string[]>>;

/** Requests that must be refused, each with its expected response. */
export function wrongAnswers(system: () => AttackedSystem): void {
  const errorsOf = async (method: string, below: string, token: string, body?: unknown) => {
    const { status, body: answer } = await system().rest(method, below, token, body);
    return { status, errors: (answer['errors'] ?? {}) as Errors };
  };

  it('a misspelt scope creates no token', async () => {
    const { token } = await system().user('f-tokens');
    const { status, errors } = await errorsOf('POST', '/tokens', token, {
      name: 'narrow',
      scope: ['accounts:read'],
      financial_accounts: null,
    });
    expect(status).toBe(422);
    expect(errors['scope']).toEqual(['There is no field scope here. Did you mean scopes?']);
    expect(await system().data<unknown[]>('GET', '/tokens', token)).toHaveLength(1);
  });

  it('an unknown member is refused even if a route has no body', async () => {
    const { token } = await system().user('f-members');
    expect(await errorsOf('POST', '/user/exports', token, { format: 'csv' })).toMatchObject({
      status: 422,
      errors: { format: ['There is no field format here.'] },
    });
  });

  it.each(['tøken\u20AC', 'token\nx-injected: 1', 'two words'])(
    'a token that does not fit into a header is refused, naming its field: %j',
    async (secret) => {
      const { token } = await system().user(`f-header-${secret.length}`);
      for (const kind of ['workspace', 'budgeta']) {
        const body = { access_token: secret };
        const { status, errors } = await errorsOf('POST', `/destinations/${kind}/connections`, token, body);
        expect({ kind, status, fields: Object.keys(errors) }).toEqual({
          kind,
          status: 422,
          fields: ['access_token'],
        });
      }
    },
  );

  it('a method that a path does not support is 405 with the supported ones, for anyone', async () => {
    const { status, headers } = await system().rest('DELETE', '/tokens');
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, HEAD, POST' });
    expect((await system().rest('DELETE', '/nothing')).status).toBe(404);
  });

  it('an endpoint of an automation platform cannot become a personal one beyond the plan’s limit', async () => {
    const { token } = await system().user('f-endpoints', 'FREE');
    const { receiverUrl } = system().sandbox;
    const make = (name: string, type: string) =>
      system().rest('POST', '/webhooks', token, {
        url: `${receiverUrl}/hooks/${name}`,
        events: ['account.created'],
        type,
      });
    const automation = await make('f-automation', 'AUTOMATION_B');
    expect([automation.status, (await make('f-1', 'WEBHOOK')).status]).toEqual([201, 201]);
    expect((await make('f-2', 'WEBHOOK')).status).toBe(201);
    expect((await make('f-3', 'WEBHOOK')).status).toBe(403);
    const { id } = automation.body.data as { id: string };
    const turned = await system().rest('PUT', `/webhooks/${id}`, token, { type: 'WEBHOOK' });
    expect(turned).toMatchObject({
      status: 403,
      body: { feature: 'webhook_endpoint', current: 2, limit: 2 },
    });
  });
}
