import {
  AccountUpsertedV1,
  AttachRule,
  Caller,
  CommandPayload,
  CreateWebhookEndpoint,
  DestinationUpsertedV1,
  ownerOf,
  Problem,
  RuleUpsertedV1,
  TransferLinkUpsertedV1,
  UpdateTransferLinks,
  WebhookEndpointUpsertedV1,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, GatewayUnderTest } from '../gateway-under-test';
import { accountOf, linkOf, linksOf } from '../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let owner: Consumption | null = null;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ COMMAND_TIMEOUT_MS: '400' });
  userId = await gateway.user('writer@example.com', 'FREE');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

const write = (
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  by = token,
) => gateway.request(`/api/v1${path}`, { method, body, headers, token: by });

const WEBHOOK = { url: 'https://client.example/hooks', events: ['transactions.created'] };

type Created = CommandPayload<typeof CreateWebhookEndpoint>;

/** Plays the dispatcher and remembers what it was asked. */
async function playDispatcher(): Promise<{ asked: Created[]; callers: Caller[] }> {
  const asked: Created[] = [];
  const callers: Caller[] = [];
  owner = await gateway.playOwner(
    fake(CreateWebhookEndpoint, (payload, caller) => {
      asked.push(payload);
      callers.push(caller);
      const { sample } = WebhookEndpointUpsertedV1;
      const document = {
        ...sample.document,
        url: payload.url,
        financial_account_ids: payload.financial_accounts,
      };
      return {
        endpoint: { ...sample, id: 20 + asked.length, userId, document },
        secret: `whsec_${asked.length}`,
      };
    }),
  );
  return { asked, callers };
}

describe('POST /webhooks', () => {
  it('answers 201 with the endpoint and its secret, once', async () => {
    const { asked, callers } = await playDispatcher();
    const answer = await write('POST', '/webhooks', {
      ...WEBHOOK,
      financial_accounts: ['17', 18],
      omit_sensitive_identifiers: 'on',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.message).toBe('Webhook endpoint created.');
    expect(answer.body.data).toEqual({
      id: '21',
      url: WEBHOOK.url,
      description: null,
      enabled: true,
      type: 'WEBHOOK',
      omit_sensitive_identifiers: false,
      events: ['transactions.created', 'transactions.updated'],
      payload_version: 'v2',
      created_at: '2026-03-02T06:10:00.000Z',
      updated_at: '2026-03-02T06:10:00.000Z',
      financial_accounts: ['17', '18'],
      paused: null,
      health: WebhookEndpointUpsertedV1.sample.document.health,
      secret: 'whsec_1',
    });
    expect(asked).toEqual([
      {
        url: WEBHOOK.url,
        description: null,
        enabled: true,
        events: WEBHOOK.events,
        financial_accounts: [17, 18],
        type: 'WEBHOOK',
        payload_version: 'v2',
        omit_sensitive_identifiers: true,
        endpoint_limit: 2,
      },
    ]);
    expect(callers).toEqual([ownerOf(userId)]);
    const kept = await gateway.database.query<{ row: string }>(
      'select w::text as row from webhook_endpoints w',
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]?.row).not.toContain('whsec_');
  });

  it('sends the dispatcher a token’s restrictions', async () => {
    const { asked, callers } = await playDispatcher();
    const limited = await gateway.token({ userId, scopes: ['webhooks:write'], accountIds: [17] });
    await write('POST', '/webhooks', { ...WEBHOOK, events: ['bank_account.created'] }, {}, limited);
    expect(asked[0]).toMatchObject({
      payload_version: 'v1',
      financial_accounts: null,
    });
    expect(callers).toEqual([
      {
        userId,
        scopes: ['webhooks:write'],
        accountIds: [17],
        grant: {
          id: expect.stringMatching(/^token:/) as string,
          version: 1,
          expiresAt: expect.any(String) as string,
        },
      },
    ]);
  });

  it('refuses invalid input by field, and sends no command', async () => {
    const { asked } = await playDispatcher();
    const refused = async (body: unknown) => {
      const answer = await write('POST', '/webhooks', body);
      expect(answer.status).toBe(422);
      return Object.keys(answer.body.errors as object).sort();
    };
    expect(await refused({})).toEqual(['events', 'url']);
    expect(await refused({ ...WEBHOOK, url: 'http://client.example' })).toEqual(['url']);
    expect(await refused({ ...WEBHOOK, url: `https://a.example/${'x'.repeat(500)}` })).toEqual(['url']);
    expect(await refused({ ...WEBHOOK, description: 'x'.repeat(256) })).toEqual(['description']);
    expect(await refused({ ...WEBHOOK, events: [] })).toEqual(['events']);
    expect(await refused({ ...WEBHOOK, events: ['nope'] })).toEqual(['events']);
    expect(await refused({ ...WEBHOOK, events: ['account.created', 'bank_account.created'] })).toEqual([
      'events',
    ]);
    expect(await refused({ ...WEBHOOK, financial_accounts: ['x'] })).toEqual(['financial_accounts']);
    expect(await refused({ ...WEBHOOK, financial_accounts: '17' })).toEqual(['financial_accounts']);
    expect(await refused({ ...WEBHOOK, type: 'FAX', payload_version: 'v3', enabled: 'perhaps' })).toEqual([
      'enabled',
      'payload_version',
      'type',
    ]);
    expect(await refused({ ...WEBHOOK, type: 'AUTOMATION_A' })).toEqual(['omit_sensitive_identifiers']);
    expect(await refused([])).toEqual(['body']);
    expect(asked).toEqual([]);
  });

  it('reports the plan limit in the interface’s form', async () => {
    owner = await gateway.playOwner(
      fake(CreateWebhookEndpoint, () => {
        throw new Problem({ kind: 'plan_limit', feature: 'webhook_endpoint', current: 2, limit: 2 });
      }),
    );
    const { status, body } = await write('POST', '/webhooks', WEBHOOK);
    expect(status).toBe(403);
    expect(body).toMatchObject({ feature: 'webhook_endpoint', current: 2, limit: 2, formatted_limit: '2' });
    expect(body.message).toMatch(/upgrade/);
  });

  it('with the same Idempotency-Key gives the first answer again; with another body it is 422', async () => {
    const { asked } = await playDispatcher();
    const key = { 'idempotency-key': 'order-7' };
    const first = await write('POST', '/webhooks', WEBHOOK, key);
    const second = await write('POST', '/webhooks', WEBHOOK, key);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(asked).toHaveLength(1);
    const other = await write('POST', '/webhooks', { ...WEBHOOK, enabled: false }, key);
    expect(other.status).toBe(422);
    expect(other.body.errors).toHaveProperty('Idempotency-Key');
    expect((await write('POST', '/webhooks', WEBHOOK, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(
      422,
    );
  });
});

describe('PUT /transfer-links/{id}', () => {
  it('sends only the given members, and answers with the whole link', async () => {
    const asked: unknown[] = [];
    owner = await gateway.playOwner(
      fake(UpdateTransferLinks, ({ changes }) => {
        asked.push(...changes);
        return linksOf({ ...linkOf(userId, 8, 17, 2), createdAt: '2026-03-02T06:10:00.000Z' });
      }),
    );
    await gateway.publish(RuleUpsertedV1, 5, { ...RuleUpsertedV1.sample, userId });
    await gateway.publish(DestinationUpsertedV1, 4, {
      ...DestinationUpsertedV1.sample,
      userId,
      resources: [budgetAccount],
    });
    const { status, body } = await write('PUT', '/transfer-links/8', {
      active: false,
      transfer_start_date: null,
      destination_type: 'BUDGETA',
      destination_id: '12',
      on_booked_change: { update_payee: 'no' },
    });
    expect(status).toBe(200);
    expect(asked).toEqual([
      {
        transfer_link_id: 8,
        active: false,
        transfer_start_date: null,
        destination_type: 'BUDGETA',
        destination_id: 12,
        on_booked_change: { update_payee: false },
      },
    ]);
    expect(body).toMatchObject({
      message: 'Transfer link updated.',
      data: {
        id: '8',
        active: 'true',
        financial_account: { id: '17' },
        destination: { id: '12', name: 'Checking', on_budget: 'true' },
        rules: [{ order: 1, rule: { id: '5', enabled: 'true' } }],
      },
    });
    const [row] = await gateway.database.query<{ version: number }>(
      'select version from transfer_links where id = 8',
    );
    expect(row?.version).toBe(2); // read your own writes
  });

  it('answers with only what the token may read', async () => {
    owner = await gateway.playOwner(fake(UpdateTransferLinks, () => linksOf(linkOf(userId, 8, 17, 3))));
    const scopes = ['transfer-links:write', 'accounts:read', 'transactions:read'] as const;
    const limited = await gateway.token({ userId, scopes });
    const { body } = await write('PUT', '/transfer-links/8', { active: true }, {}, limited);
    expect(body.data).toMatchObject({ financial_account_id: '17', financial_account: { id: '17' } });
    for (const relation of ['destination', 'rules']) expect(body.data).not.toHaveProperty(relation);
  });

  it.each([
    [{ destination_type: 'BUDGETA' }, 'destination_id'],
    [{ destination_type: 'FAX', destination_id: 1 }, 'destination_type'],
    [{ transfer_start_date: '2026-02-31' }, 'transfer_start_date'],
    [{ active: 'perhaps' }, 'active'],
    [{ active: null }, 'active'],
    [{ sync_mode: 'ALL' }, 'sync_mode'],
    [{ financial_account_id: 0 }, 'financial_account_id'],
    [{ on_booked_change: { update_payee: 'perhaps' } }, 'on_booked_change.update_payee'],
    [{ on_booked_change: 'all' }, 'on_booked_change'],
  ])('refuses %j on %s', async (change, field) => {
    const { status, body } = await write('PUT', '/transfer-links/8', change);
    expect(status).toBe(422);
    expect(Object.keys(body.errors as object)).toEqual([field]);
  });

  it.each<[Problem, number, object]>([
    [Problem.notFound(), 404, { message: 'Resource not found.' }],
    [Problem.conflict('The link is busy.'), 409, { message: 'The link is busy.' }],
    [
      Problem.invalid({ destination_id: ['No.'] }),
      422,
      { message: 'No.', errors: { destination_id: ['No.'] } },
    ],
  ])('returns the owner’s problem: %s', async (problem, expected, body) => {
    owner = await gateway.playOwner(
      fake(UpdateTransferLinks, () => {
        throw problem;
      }),
    );
    expect(await write('PUT', '/transfer-links/8', { active: true })).toMatchObject({
      status: expected,
      body,
    });
  });

  it('is 404 for an impossible id', async () => {
    expect((await write('PUT', '/transfer-links/8x', {})).body).toMatchObject({
      message: 'Resource not found.',
    });
  });

  it('is 503 with Retry-After if the owner is down, and the command does not run later', async () => {
    const answer = await write('PUT', '/transfer-links/8', { active: true });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.body.message).toMatch(/not known whether/);
    // The deadline is at most 400 ms after the answer and its tolerance 250: past both, the owner comes back.
    await gateway.database.query('select pg_sleep(0.7)');
    const ran: number[] = [];
    owner = await gateway.playOwner(
      fake(UpdateTransferLinks, ({ changes: [change] }) => {
        const id = change?.transfer_link_id ?? 0;
        ran.push(id);
        return linksOf(linkOf(userId, id, 17, 9));
      }),
    );
    const later = await write('PUT', '/transfer-links/9', { active: true });
    expect(later.status).toBe(200);
    expect((await write('PUT', '/transfer-links/8', { active: true })).status).toBe(200);
    expect(ran).toEqual([9, 8]);
  });
});

describe('POST /rules/{ruleId}/transfer-links/{transferLinkId}', () => {
  it('answers 200 with the rule, its links and accounts, and stores the rules that moved', async () => {
    await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
    await gateway.publish(TransferLinkUpsertedV1, 17, linkOf(userId, 8, 17));
    const asked: unknown[] = [];
    const { sample } = RuleUpsertedV1;
    const attached = {
      transfer_links: [{ id: 8, position: 1 }],
      financial_accounts: [{ id: 17, position: 2 }],
    };
    owner = await gateway.playOwner(
      fake(AttachRule, (payload) => {
        asked.push(payload);
        return {
          rules: [
            { ...sample, id: 31, userId, document: { ...sample.document, ...attached } },
            { ...sample, id: 32, userId },
          ],
        };
      }),
    );
    const { status, body } = await write('POST', '/rules/31/transfer-links/8', {
      order_list: ['31', 5],
      order: null,
    });
    expect(status).toBe(200);
    expect(asked).toEqual([{ rule_id: 31, targets: { kind: 'link', ids: [8] }, order_list: [31, 5] }]);
    expect(body).toMatchObject({
      message: 'Rule attached to transfer link.',
      data: {
        id: '31',
        conditions: [{ id: '6', field_name: 'creditor.name' }],
        conditions_count: '1',
        actions: [{ id: '7', action_type: 'SET_FIELD' }],
        transfer_links: [{ rule_position: 1, transfer_link: { id: '8', financial_account_id: '17' } }],
        financial_accounts: [{ rule_position: 2, financial_account: { id: '17', name: 'Everyday account' } }],
        financial_accounts_count: '1',
        transfer_links_count: '1',
      },
    });
    const rows = await gateway.database.query<{ id: number }>('select id from rules where id in (31, 32)');
    expect(rows).toHaveLength(2);
  });

  it('accepts an empty body and refuses an order that is not a number', async () => {
    const { sample } = RuleUpsertedV1;
    owner = await gateway.playOwner(fake(AttachRule, () => ({ rules: [{ ...sample, userId }] })));
    expect((await write('POST', '/rules/5/transfer-links/8', undefined)).status).toBe(200);
    expect((await write('POST', '/rules/5/transfer-links/8', { order: 'first' })).body.errors).toHaveProperty(
      'order',
    );
    expect((await write('POST', '/rules/5/transfer-links/8', { order_list: [1, 'x'] })).status).toBe(422);
  });
});

const budgetAccount = {
  kind: 'BUDGET_ACCOUNT' as const,
  id: 12,
  version: 1,
  deleted: false,
  createdAt: '2026-03-02T06:10:00.000Z',
  updatedAt: '2026-03-02T06:10:00.000Z',
  document: {
    budget_id: 11,
    budgeta_id: 'a-1',
    name: 'Checking',
    type: 'checking',
    on_budget: true,
    closed: false,
    note: null,
    balance: '0.00',
    cleared_balance: '0.00',
    uncleared_balance: '0.00',
    transfer_payee_id: null,
    direct_import_linked: false,
    last_reconciled_at: null,
    health: WebhookEndpointUpsertedV1.sample.document.health,
  },
};
