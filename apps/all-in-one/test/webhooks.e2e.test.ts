import { sampleTransaction, SAMPLE_TIME, TransactionShapedV1, UserDeletedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { Webhook } from 'standardwebhooks';
import { InProcessSystem } from './in-process-system';

const OWN = 17;
const FOREIGN = 99;
const WEBHOOK = { url: 'https://client.example/hooks', events: ['transactions.created'] };

let system: InProcessSystem;
let userId: number;
let token: string;

beforeAll(async () => {
  system = await InProcessSystem.start({ services: ['api-gateway', 'webhook-dispatcher'] });
  ({ id: userId, token } = await system.user('hooks@example.org', 'Hooks'));
  await system.account(userId, OWN);
  await system.account((await system.user('stranger@example.org', 'Stranger')).id, FOREIGN);
}, 60_000);
afterAll(() => system.stop());

const create = async (change: Record<string, unknown>, by = token) => {
  const { status, body } = await system.rest('POST', '/webhooks', by, { ...WEBHOOK, ...change });
  return { status, body };
};

const many = (count: number): string => `https://client.example/${'x'.repeat(count - 23)}`;

/** The whole response, by the error. */
const REFUSALS: readonly (readonly [string, Record<string, unknown>, string, Record<string, string[]>])[] = [
  [
    'http',
    { url: 'http://client.example/' },
    'The url must be an https URL.',
    { url: ['The url must be an https URL.'] },
  ],
  [
    '513 characters',
    { url: many(513) },
    'The url must have at most 512 characters.',
    { url: ['The url must have at most 512 characters.'] },
  ],
  [
    'a password in the URL',
    { url: 'https://me:secret@client.example/' },
    'The url must not contain a user name or password.',
    { url: ['The url must not contain a user name or password.'] },
  ],
  [
    'a user name in the URL',
    { url: 'https://me@client.example/' },
    'The url must not contain a user name or password.',
    { url: ['The url must not contain a user name or password.'] },
  ],
  [
    'no URL at all',
    { url: 'client.example' },
    'The url must be a URL such as https://client.example/hooks.',
    { url: ['The url must be a URL such as https://client.example/hooks.'] },
  ],
  ['no url', { url: undefined }, 'The url must be a text.', { url: ['The url must be a text.'] }],
  [
    'a private address',
    { url: 'https://10.0.0.1/hooks' },
    'The url must not point to a private or local address.',
    { url: ['The url must not point to a private or local address.'] },
  ],
  [
    'the metadata of a cloud, in decimal',
    { url: 'https://2852039166/' },
    'The url must not point to a private or local address.',
    { url: ['The url must not point to a private or local address.'] },
  ],
  [
    'a description of 256 characters',
    { description: 'x'.repeat(256) },
    'The description must have at most 255 characters.',
    { description: ['The description must have at most 255 characters.'] },
  ],
  [
    'no events',
    { events: [] },
    'The events must name at least one event type.',
    { events: ['The events must name at least one event type.'] },
  ],
  [
    'an alias beside its present name',
    { events: ['bank_account.created', 'account.created'] },
    'The events must not name an event by its legacy alias and by its present name.',
    { events: ['The events must not name an event by its legacy alias and by its present name.'] },
  ],
  [
    'an account that does not exist',
    { financial_accounts: [String(OWN), '4711'] },
    'The selected financial_accounts.1 is invalid.',
    { 'financial_accounts.1': ['The selected financial_accounts.1 is invalid.'] },
  ],
  [
    'another user’s account',
    { financial_accounts: [String(FOREIGN)] },
    'The selected financial_accounts.0 is invalid.',
    { 'financial_accounts.0': ['The selected financial_accounts.0 is invalid.'] },
  ],
  [
    'AUTOMATION_A that is shown account numbers',
    { type: 'AUTOMATION_A' },
    'The omit_sensitive_identifiers must be true for an endpoint of the type AUTOMATION_A.',
    {
      omit_sensitive_identifiers: [
        'The omit_sensitive_identifiers must be true for an endpoint of the type AUTOMATION_A.',
      ],
    },
  ],
  [
    'several mistakes',
    { url: 'http://client.example/', events: [] },
    'The url must be an https URL. (and 1 more error)',
    { url: ['The url must be an https URL.'], events: ['The events must name at least one event type.'] },
  ],
];

describe('POST /webhooks, from the API to the dispatcher and back', () => {
  test.each(REFUSALS)('%s is 422 and says so', async (_what, change, message, errors) => {
    expect(await create(change)).toEqual({ status: 422, body: { message, errors } });
  });

  test.each([
    ['512 characters', { url: many(512) }],
    ['AUTOMATION_A that is not', { type: 'AUTOMATION_A', omit_sensitive_identifiers: 'yes' }],
    ['an alias beside another’s present name', { events: ['bank_account.created', 'account.updated'] }],
    ['an account of one’s own', { financial_accounts: [OWN] }],
  ])('%s is accepted', async (_what, change) => {
    const { status, body } = await create(change);
    expect([status, body.message]).toEqual([201, 'Webhook endpoint created.']);
  });

  test('refused endpoints were not stored', async () => {
    const { body } = await system.rest('GET', '/webhooks', token);
    expect(body.data).toHaveLength(4);
  });

  test('above the plan’s limit it is 403 with the limit and the current number, after other mistakes', async () => {
    const { token: free } = await system.user('free@example.org', 'Free', 'FREE');
    for (const place of [1, 2]) expect((await create({ description: `${place}` }, free)).status).toBe(201);
    const { status, body } = await create({}, free);
    const { message, ...rest } = body;
    expect([status, rest]).toEqual([
      403,
      {
        feature: 'webhook_endpoint',
        current: 2,
        limit: 2,
        formatted_limit: '2',
        docs_url: '/docs/errors/plan-limit',
      },
    ]);
    expect(message).toMatch(/limit .*upgrade/i);
    expect((await create({ url: 'https://127.1.2.3/' }, free)).status).toBe(422);
    // Endpoints of automation platforms, one for each edit of a workflow, have a separate limit.
    expect((await create({ type: 'AUTOMATION_B' }, free)).status).toBe(201);
  });

  test('a restricted token’s endpoint gets events only of its accounts, which the token need not name', async () => {
    const scopes = ['webhooks:write', 'webhooks:read', 'accounts:read'] as const;
    const limited = await system.token(userId, { scopes, accountIds: [OWN] });
    const { body } = await create({}, limited);
    expect(body.data).toMatchObject({ financial_accounts: [String(OWN)] });
    const { status, body: refused } = await create({ financial_accounts: [String(FOREIGN)] }, limited);
    expect([status, refused.message]).toEqual([422, 'The selected financial_accounts.0 is invalid.']);
  });
});

describe('an event', () => {
  test('arrives signed at the endpoint, is in the list of deliveries and in the pulled list; a deleted user’s are gone', async () => {
    const { id: goneId, token: gone } = await system.user('gone@example.org', 'Gone');
    await system.account(goneId, 170);
    const url = `${system.sandbox.receiverUrl}/hooks/e2e`;
    const { body } = await create({ url }, gone);
    const { id, secret } = body.data as { id: string; secret: string };
    expect(() => new Webhook(secret)).not.toThrow();
    await fetch(`${system.sandbox.controlUrl}/receiver/e2e`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    });
    await system.publish(TransactionShapedV1, 170, {
      financialAccountId: 170,
      userId: goneId,
      cause: 'INGESTED',
      transactions: [
        {
          id: 1,
          shapedVersion: 1,
          rawVersion: 1,
          removed: false,
          createdAt: SAMPLE_TIME,
          updatedAt: SAMPLE_TIME,
          raw: sampleTransaction,
          shaped: null,
          hash: 'hash',
          outputs: [],
        },
      ],
    });
    await eventually(async () => {
      const { body: list } = await system.rest('GET', `/webhooks/${id}/deliveries`, gone);
      expect(list.data).toMatchObject([{ status: 'DELIVERED', event_type: 'transactions.created' }]);
    });
    await eventually(async () => {
      const pulled = await system.rest('GET', '/webhooks/events?filter[type]=transactions.created', gone);
      expect(pulled.body.data).toHaveLength(1);
    });

    await system.publish(UserDeletedV1, goneId, { userId: goneId, version: 2, deletedAt: SAMPLE_TIME });
    await eventually(async () =>
      expect((await system.rest('GET', '/webhooks', gone)).body.data ?? []).toEqual([]),
    );
  });
});
