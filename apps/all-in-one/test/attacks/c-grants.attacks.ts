import type { NewPersonalToken } from '@tributary/api-gateway';
import { eventually } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../src/child-processes/sandbox';
import type { AttackedSystem, AttackedUser } from './attacked-system';
import { claimedFeed } from './claimed-feed';

const LINKING = [
  'transfer-links:write',
  'transfer-links:read',
  'destinations:write',
  'destinations:read',
] as const;
const READING = ['accounts:read', 'transactions:read'] as const;
const MAKING = ['rules:write', 'webhooks:write', 'webhooks:read', 'financial-connections:write'] as const;
const WITHIN = { timeoutMs: 60_000 };

interface Made {
  readonly kind: string;
  readonly id: string;
  readonly paused: { readonly reason: string } | null;
}

/** Section C of docs/explanation/security.md: resources of apps that outlive their grant, or exceed it. */
export function outlivingGrants(system: () => AttackedSystem): void {
  let owner: AttackedUser;
  let accountIds: string[];
  let destinationId: string;
  const data = <T = { id: string }>(method: string, path: string, token: string, body?: unknown) =>
    system().data<T>(method, path, token, body);
  const status = async (method: string, path: string, token: string, body?: unknown) =>
    (await system().rest(method, path, token, body)).status;
  const made = () => data<Made[]>('GET', '/made-by-apps', owner.token);

  beforeAll(async () => {
    owner = await system().user('outlived');
    accountIds = await system().connectBank(owner);
  });

  const linkTo = (destination: string, accountId: string | undefined) => ({
    financial_account_id: Number(accountId),
    destination_type: 'BUDGETA',
    destination_id: Number(destination),
  });

  it('an app that may not read transactions cannot make a link carry them to its own budget', async () => {
    const app = await system().token({ userId: owner.id, scopes: [...LINKING] });
    destinationId = await connectBudget(system(), app);
    expect(await status('GET', '/finance/transactions', app)).toBe(403);
    const refused = await system().rest('POST', '/transfer-links', app, linkTo(destinationId, accountIds[0]));
    expect([refused.status, refused.body['message']]).toEqual([
      403,
      'The access token lacks the scope accounts:read.',
    ]);
    const link = await data('POST', '/transfer-links', owner.token, {
      ...linkTo(destinationId, accountIds[0]),
      active: false,
    });
    expect(await status('POST', `/transfer-links/${link.id}/resume`, app)).toBe(403);
    expect(await status('DELETE', `/transfer-links/${link.id}`, app)).toBe(200);
  });

  it('what an app made pauses with its access, sends and shows no data, and resumes only when its owner keeps it', async () => {
    const app = await system().token({ userId: owner.id, scopes: [...LINKING, ...READING, ...MAKING] });
    const link = await data(
      'POST',
      '/transfer-links',
      app,
      linkTo(await connectBudget(system(), app), accountIds[1]),
    );
    const rule = await data('POST', '/rules', app, RULE);
    const url = `${system().sandbox.receiverUrl}/hooks/outliving`;
    const webhook = await data('POST', '/webhooks', app, { url, events: ['transactions.created'] });
    const [bank] = await data<{ id: string }[]>(
      'GET',
      '/finance/institutions?filter[external_id]=BERKA',
      owner.token,
    );
    const connection = await data('POST', '/finance/connections', app, {
      institution_id: bank?.id,
      redirect_url: 'https://client.example/done',
    });
    const feed = await data<{ id: string; setup_token: string }>(
      'POST',
      '/destinations/feed/connections',
      app,
      {
        name: 'pulled',
      },
    );
    const pull = await claimedFeed(feed.setup_token);
    expect((await pull()).status).toBe(200);
    await eventually(async () => expect(await transferred(system(), link.id)).toBeGreaterThan(0), WITHIN);
    const things = [
      ['bank-connection', connection.id],
      ['feed', feed.id],
      ['rule', rule.id],
      ['transfer-link', link.id],
      ['webhook', webhook.id],
    ];
    const named = (list: readonly Made[]) => list.map(({ kind, id }) => [kind, id]);
    await eventually(async () => expect(named(await made())).toEqual(expect.arrayContaining(things)), WITHIN);

    await revokeNewestToken(system(), owner);
    await eventually(async () => {
      const paused = (await made()).filter((thing) => thing.paused?.reason === 'GRANT_ENDED');
      expect(named(paused)).toEqual(expect.arrayContaining(things));
    }, WITHIN);
    expect((await pull()).status).toBe(403);
    expect(await data('GET', `/transfer-links/${link.id}`, owner.token)).toMatchObject({
      active: 'false',
      paused: { reason: 'GRANT_ENDED' },
    });
    expect(await data('GET', `/rules/${rule.id}`, owner.token)).toMatchObject({ enabled: 'false' });
    expect(await data('GET', `/webhooks/${webhook.id}`, owner.token)).toMatchObject({ enabled: false });
    expect(await data('GET', `/finance/connections/${connection.id}`, owner.token)).toMatchObject({
      enabled: 'false',
    });

    const before = await transferred(system(), link.id);
    const bookedAs = await bookAndSync(system(), owner, accountIds[1] ?? '');
    expect(await transferred(system(), link.id)).toBe(before);
    const another = await system().token({
      userId: owner.id,
      scopes: [...LINKING, ...READING, 'sensitive:read'],
    });
    expect(await status('POST', `/transfer-links/${link.id}/resume`, another)).toBe(409);
    expect(await status('POST', `/made-by-apps/transfer-link/${link.id}/keep`, another)).toBe(403);

    const destination = (await made()).filter(
      ({ kind, paused }) => kind === 'destination-connection' && paused,
    );
    for (const { kind, id } of [
      ...destination,
      { kind: 'transfer-link', id: link.id },
      { kind: 'feed', id: feed.id },
    ]) {
      expect([kind, await status('POST', `/made-by-apps/${kind}/${id}/keep`, owner.token)]).toEqual([
        kind,
        200,
      ]);
    }
    expect((await pull()).status).toBe(200);
    await eventually(async () => expect(await transferred(system(), link.id, bookedAs)).toBe(1), WITHIN);
    await status('DELETE', `/transfer-links/${link.id}`, owner.token);
  });

  it('a token that may not read an endpoint’s events gets neither its secret nor its deliveries, and cannot move it', async () => {
    const url = `${system().sandbox.receiverUrl}/hooks/wide`;
    const { id } = await data('POST', '/webhooks', owner.token, { url, events: ['transactions.created'] });
    const narrow = await system().token({ userId: owner.id, scopes: ['webhooks:write', 'webhooks:read'] });
    for (const [method, path, body] of [
      ['POST', `/webhooks/${id}/rotate-secret`, undefined],
      ['PUT', `/webhooks/${id}`, { url: `${url}-of-a-thief` }],
      ['POST', `/webhooks/${id}/test`, {}],
      ['GET', `/webhooks/${id}/deliveries`, undefined],
    ] as const) {
      expect([path, await status(method, path, narrow, body)]).toEqual([path, 403]);
    }
    expect(await status('DELETE', `/webhooks/${id}`, owner.token)).toBe(200);
  });

  it('a narrower token of an app does not get the answer that a wider one got for the same Idempotency-Key', async () => {
    const [wide = '', narrow = ''] = await tokensOfOneGrant(system(), owner, [
      ['webhooks:write', 'transactions:read', 'accounts:read', 'sensitive:read'],
      ['webhooks:write'],
    ]);
    const body = { url: `${system().sandbox.receiverUrl}/hooks/twice`, events: ['transactions.created'] };
    const headers = { 'idempotency-key': 'the same' };
    const answers = [];
    for (const token of [wide, narrow])
      answers.push(await system().rest('POST', '/webhooks', token, body, headers));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(answers[1]?.headers.get('idempotency-replayed')).toBeNull();
    const secrets = answers.map((answer) => (answer.body.data as { secret: string }).secret);
    expect(new Set(secrets).size).toBe(2);
  });
}

const RULE = {
  name: 'of an app',
  scope: 'ANY',
  enabled: true,
  trigger_on_any_condition: false,
  skip_other_rules_when_triggered: false,
  conditions: [],
  actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.description', value: 'of an app' }],
};

/**
 * Connects a budget.
 * @returns the id of one of its accounts, for links
 */
async function connectBudget(system: AttackedSystem, token: string): Promise<string> {
  const body = { name: 'mine', access_token: SANDBOX_CREDENTIALS.budgetaToken };
  await system.data('POST', '/destinations/budgeta/connections', token, body);
  const [account] = await system.data<{ id: string }[]>('GET', '/destinations/budgeta/accounts', token);
  return account?.id ?? '';
}

/** Revokes the newest token, as its owner. */
async function revokeNewestToken(system: AttackedSystem, { id, token }: AttackedUser): Promise<void> {
  const [newest] = await system.sql<{ id: string }>(
    'select max(id) as id from api_gateway.tokens where user_id = $1',
    [id],
  );
  await system.data('DELETE', `/tokens/${newest?.id}`, token);
}

async function transferred(system: AttackedSystem, linkId: string, payee?: string): Promise<number> {
  const [row] = await system.sql<{ count: number }>(
    `select count(*)::int as count from transfer_engine.transfers
      where link_id = $1 and state = 'TRANSFERRED' and ($2::text is null or content::text like '%' || $2 || '%')`,
    [linkId, payee ?? null],
  );
  return row?.count ?? 0;
}

/**
 * Books a transaction at the bank, and syncs it as the user.
 * @returns its payee
 */
async function bookAndSync(
  system: AttackedSystem,
  { token }: AttackedUser,
  accountId: string,
): Promise<string> {
  const payee = `Grants ${randomBytes(6).toString('hex')}`;
  const [account] = await system.sql<{ external_id: string }>(
    'select external_id from ingestion_sync.financial_accounts where id = $1',
    [accountId],
  );
  await system.control.book(account?.external_id ?? '', [
    {
      transactionId: payee,
      bookingDate: new Date().toISOString().slice(0, 10),
      transactionAmount: { amount: '-12.34', currency: 'CZK' },
      creditorName: payee,
      remittanceInformationUnstructured: payee,
    },
  ]);
  await system.rest('POST', `/finance/accounts/${accountId}/sync`, token, {});
  await eventually(async () => {
    const found = await system.data<unknown[]>(
      'GET',
      `/finance/transactions?filter[search]=${encodeURIComponent(payee)}`,
      token,
    );
    expect(found).toHaveLength(1);
  }, WITHIN);
  return payee;
}

/** Returns access tokens of an app that the user authorized once. */
async function tokensOfOneGrant(
  system: AttackedSystem,
  { id }: AttackedUser,
  scopes: readonly NewPersonalToken['scopes'][],
): Promise<string[]> {
  const [grant] = await system.sql<{ id: string }>(
    `with app as (insert into api_gateway.oauth_apps (client_id, user_id, name, redirect_uris, scopes, confidential)
                  values ($2, $1, 'Buddy', '{}', $3, true) returning id)
     insert into api_gateway.grants (user_id, app_id, scopes) select $1, id, $3 from app returning id`,
    [id, randomBytes(8).toString('hex'), scopes[0]],
  );
  const texts: string[] = [];
  for (const some of scopes) texts.push(await system.token({ userId: id, scopes: some }));
  await system.sql(
    `update api_gateway.tokens set kind = 'OAUTH', grant_id = $2
      where id in (select id from api_gateway.tokens where user_id = $1 order by id desc limit $3)`,
    [id, grant?.id, scopes.length],
  );
  return texts;
}
