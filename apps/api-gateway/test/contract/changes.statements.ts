import {
  AttachRule,
  Caller,
  CommandContract,
  CommandPayload,
  CreateWebhookEndpoint,
  DESTINATION_TYPES,
  Problem,
  RuleLoggedV1,
  TransactionFieldChanges,
  UndoRuleLogs,
  UpdateTransactions,
  UpdateTransferLinks,
  WebhookEndpointUpsertedV1,
} from '@tributary/contracts';
import { Answer, fake, FakeCommand } from '../gateway-under-test';
import { bulkOf, linkOf, linksOf } from '../samples';
import { notTested, statement } from './statements';
import { linkTo, World } from './world';
import { ruleOf } from './world.documents';

const URL_512 = `https://client.example/${'x'.repeat(489)}`;
const WEBHOOK = { url: 'https://client.example/hooks', events: ['transactions.created'] };

const CANONICAL = [
  'transactions.created',
  'transactions.updated',
  'balance.updated',
  'holdings.updated',
  'account.created',
  'account.updated',
  'account.deleted',
];
const LEGACY = ['bank_account.created', 'bank_account.updated', 'bank_account.deleted'];
const OF_CONNECTIONS = [
  'created',
  'activated',
  'reauthorized',
  'expiring',
  'expired',
  'failing',
  'recovered',
  'disabled',
  'deleted',
].map((name) => `connection.${name}`);

interface Results {
  readonly results: object[];
}

/** The four operations that change something: what they take, send on and answer. */
export function changeStatements(world: () => World): void {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    world().gateway.request(`/api/v1${path}`, { method, token: world().token, body });
  /** Sends the request while the test plays the owner. */
  const playing = async (owner: FakeCommand, ask: () => Promise<Answer>): Promise<Answer> => {
    const played = await world().gateway.playOwner(owner);
    try {
      return await ask();
    } finally {
      await played.stop();
    }
  };
  const refused = async (
    method: string,
    path: string,
    body: unknown,
    fields: readonly string[],
  ): Promise<void> => {
    const answer = await send(method, path, body);
    expect({ body, status: answer.status }).toEqual({ body, status: 422 });
    expect(Object.keys(answer.body)).toEqual(['message', 'errors']);
    expect(Object.keys(answer.body['errors'] as object)).toEqual(fields);
  };

  describe('PUT /transfer-links/{transferLinkId}', () => {
    const path = '/transfer-links/8';
    const update = async (body: object) => {
      let asked: CommandPayload<typeof UpdateTransferLinks>['changes'][number] | undefined;
      const owner = fake(UpdateTransferLinks, ({ changes }) => {
        [asked] = changes;
        return linksOf(linkTo(linkOf(world().userId, 8, 17, Date.now()), 41));
      });
      const answer = await playing(owner, () => send('PUT', path, body));
      return { answer, asked };
    };
    const TAKEN: readonly (readonly [string, object, object])[] = [
      ['financial_account_id', { financial_account_id: '17' }, { financial_account_id: 17 }],
      ['financial_account_id as a number', { financial_account_id: 17 }, { financial_account_id: 17 }],
      ...DESTINATION_TYPES.map(
        (type) =>
          [
            `destination_type ${type} with destination_id`,
            { destination_type: type, destination_id: '41' },
            { destination_type: type, destination_id: 41 },
          ] as const,
      ),
      ['transfer_start_date', { transfer_start_date: '2026-03-31' }, { transfer_start_date: '2026-03-31' }],
      ['transfer_start_date null', { transfer_start_date: null }, { transfer_start_date: null }],
      ...['update_status', 'update_payee', 'update_description', 'update_amount'].map(
        (flag) =>
          [
            `on_booked_change.${flag}`,
            { on_booked_change: { [flag]: false } },
            { on_booked_change: { [flag]: false } },
          ] as const,
      ),
      ['active true', { active: true }, { active: true }],
      ['active false', { active: false }, { active: false }],
      ...['TRANSACTIONS', 'BALANCE', 'TRANSACTIONS_AND_BALANCE'].map(
        (mode) => [`sync_mode ${mode}`, { sync_mode: mode }, { sync_mode: mode }] as const,
      ),
      ['nothing, and leaves everything as it is', {}, {}],
    ];
    for (const [what, body, expected] of TAKEN) {
      statement(`PUT /transfer-links: accepts ${what}`, async () => {
        const { answer, asked } = await update(body);
        expect(answer.status).toBe(200);
        expect(asked).toEqual({ transfer_link_id: 8, ...expected });
      });
    }
    statement(
      'PUT /transfer-links: answers {message, data} with "Transfer link updated." and the link',
      async () => {
        const { answer } = await update({ active: true });
        expect(answer.body).toMatchObject({ message: 'Transfer link updated.', data: { id: '8' } });
        expect(Object.keys(answer.body)).toEqual(['message', 'data']);
      },
    );
    const REFUSED: readonly (readonly [object, string])[] = [
      [{ destination_type: 'BUDGETA' }, 'destination_id'],
      [{ destination_type: 'OTHER', destination_id: 1 }, 'destination_type'],
      [{ financial_account_id: 'x' }, 'financial_account_id'],
      [{ transfer_start_date: '2026-02-30' }, 'transfer_start_date'],
      [{ on_booked_change: { update_payee: 'perhaps' } }, 'on_booked_change.update_payee'],
      [{ on_booked_change: true }, 'on_booked_change'],
      [{ active: 'perhaps' }, 'active'],
      [{ sync_mode: 'EVERYTHING' }, 'sync_mode'],
      [{ colour: 'red' }, 'colour'],
      [{ on_booked_change: { update_colour: true } }, 'on_booked_change.update_colour'],
    ];
    for (const [body, field] of REFUSED) {
      statement(`PUT /transfer-links: ${JSON.stringify(body)} is 422 on ${field}`, () =>
        refused('PUT', path, body, [field]),
      );
    }
    passesProblemsOn('PUT /transfer-links', UpdateTransferLinks, () => send('PUT', path, {}), playing);
  });

  describe('POST /rules/{ruleId}/transfer-links/{transferLinkId}', () => {
    const path = '/rules/5/transfer-links/8';
    const attach = async (body?: object) => {
      let asked: CommandPayload<typeof AttachRule> | undefined;
      const owner = fake(AttachRule, (payload) => {
        asked = payload;
        const attached = {
          transfer_links: [{ id: 8, position: 1 }],
          financial_accounts: [{ id: 17, position: 2 }],
        };
        return { rules: [{ ...ruleOf(world().userId, 5, 'Alfa', attached), version: Date.now() }] };
      });
      const answer = await playing(owner, () => send('POST', path, body));
      return { answer, asked };
    };
    const TAKEN: readonly (readonly [string, object | undefined, object])[] = [
      ['order', { order: 2 }, { order: 2 }],
      ['order_list', { order_list: [5, 6] }, { order_list: [5, 6] }],
      ['no body', undefined, {}],
      ['an empty body', {}, {}],
    ];
    for (const [what, body, expected] of TAKEN) {
      statement(`POST /rules/…/transfer-links/…: accepts ${what}`, async () => {
        const { answer, asked } = await attach(body);
        expect(answer.status).toBe(200);
        expect(asked).toEqual({ rule_id: 5, targets: { kind: 'link', ids: [8] }, ...expected });
      });
    }
    statement(
      'POST /rules/…/transfer-links/…: answers "Rule attached to transfer link." and the rule',
      async () => {
        const { answer } = await attach({});
        expect(Object.keys(answer.body)).toEqual(['message', 'data']);
        expect(answer.body).toMatchObject({
          message: 'Rule attached to transfer link.',
          data: { id: '5', conditions: [{}], actions: [{}], transfer_links: [{}], financial_accounts: [{}] },
        });
      },
    );
    for (const [body, field] of [
      [{ order: 'first' }, 'order'],
      [{ order: 1.5 }, 'order'],
      [{ order_list: 'x' }, 'order_list'],
      [{ order_list: ['x'] }, 'order_list'],
      [{ order_list: [1.5] }, 'order_list'],
    ] as const) {
      statement(`POST /rules/…/transfer-links/…: ${JSON.stringify(body)} is 422 on ${field}`, () =>
        refused('POST', path, body, [field]),
      );
    }
    passesProblemsOn('POST /rules/…/transfer-links/…', AttachRule, () => send('POST', path, {}), playing);
    notTested(
      'an attached rule is applied to transactions as they are transferred',
      'the rule engine applies it',
    );
  });

  describe('PUT /rule-logs/undo-bulk', () => {
    const path = '/rule-logs/undo-bulk';
    const [sample] = RuleLoggedV1.sample.logs;
    const log = sample ? { ...sample, financialAccountId: 17, kind: 'UNDONE' as const } : null;
    const undo = async (ruleLogIds: unknown, to = path) => {
      let asked: CommandPayload<typeof UndoRuleLogs> | undefined;
      const owner = fake(UndoRuleLogs, (payload) => {
        asked = payload;
        const results = payload.ruleLogIds.map((ruleLogId) =>
          ruleLogId === 1
            ? { ruleLogId, success: true, message: 'Undone.', log, error: null }
            : ruleLogId === 3
              ? {
                  ruleLogId,
                  success: false,
                  message: 'A later change must be undone first: rule log 9.',
                  log: null,
                  error: 'later_change' as const,
                  laterRuleLogId: 9,
                }
              : {
                  ruleLogId,
                  success: false,
                  message: 'No such log.',
                  log: null,
                  error: 'not_found' as const,
                },
        );
        return { results, shaped: [] };
      });
      const answer = await playing(owner, () =>
        send('PUT', to, to === path ? { ruleLogIds } : { ruleLogId: ruleLogIds }),
      );
      return { answer, asked, results: (answer.body['data'] as Results | undefined)?.results ?? [] };
    };
    statement('PUT /rule-logs/undo-bulk: answers "Bulk undo completed." and the results', async () => {
      const { answer, asked } = await undo(['1', 2]);
      expect(asked).toEqual({ ruleLogIds: [1, 2] });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['message', 'data']);
      expect(answer.body['message']).toBe('Bulk undo completed.');
    });
    for (const [field, type] of Object.entries({
      rule_log_id: 'string',
      success: 'boolean',
      message: 'string',
      data: 'object',
      error: 'object', // null where it succeeded
    })) {
      statement(`PUT /rule-logs/undo-bulk: each result has ${field}`, async () => {
        const { results } = await undo([1, 2]);
        expect(results).toHaveLength(2);
        for (const result of results) expect(result).toHaveProperty(field);
        expect(typeof (results[0] as Record<string, unknown>)[field]).toBe(type);
      });
    }
    statement(
      'PUT /rule-logs/undo-bulk: one failure fails its own result only, with status 200',
      async () => {
        const { answer, results } = await undo([1, 2]);
        expect(answer.status).toBe(200);
        expect(results).toMatchObject([{ success: true }, { success: false, error: 'not_found' }]);
      },
    );
    statement(
      'PUT /rule-logs/undo-bulk: the later log that stands in the way is a member of the result',
      async () => {
        const { results } = await undo([1, 3]);
        expect(results).toMatchObject([{ later_rule_log_id: null }, { later_rule_log_id: '9' }]);
      },
    );
    statement(
      'PUT /rule-logs/undo: the later log that stands in the way is a member of the 409',
      async () => {
        const { answer } = await undo(3, '/rule-logs/undo');
        expect(answer).toMatchObject({
          status: 409,
          body: { message: 'A later change must be undone first: rule log 9.', later_rule_log_id: '9' },
        });
      },
    );
    for (const ids of [[], undefined, null, '1', ['x'], [0], [1.5], [null]]) {
      statement(`PUT /rule-logs/undo-bulk: ruleLogIds ${JSON.stringify(ids)} is 422`, () =>
        refused('PUT', path, { ruleLogIds: ids }, ['ruleLogIds']),
      );
    }
    statement(
      'PUT /rule-logs/undo-bulk: results come in the order of the request, whatever is undone first',
      async () => {
        const { results } = await undo([2, 1]);
        expect(results).toMatchObject([{ rule_log_id: '2' }, { rule_log_id: '1' }]);
      },
    );
    statement('PUT /rule-logs/undo: undoes one, and answers the log of the reversal', async () => {
      const { answer, asked } = await undo('1', '/rule-logs/undo');
      expect(asked).toEqual({ ruleLogIds: [1] });
      expect(answer).toMatchObject({
        status: 200,
        body: { message: 'Rule log undone.', data: { kind: 'UNDONE' } },
      });
    });
    statement('PUT /rule-logs/undo: an unknown log is 404, no log is 422', async () => {
      expect((await undo(2, '/rule-logs/undo')).answer.status).toBe(404);
      await refused('PUT', '/rule-logs/undo', {}, ['ruleLogId']);
    });
    notTested('an undo restores the previous values and makes logs of its own', 'the rule engine does');
  });

  describe('PUT /finance/transactions/{transactionId}', () => {
    const update = async (body: object) => {
      let asked: TransactionFieldChanges | undefined;
      const owner = fake(UpdateTransactions, ({ items }) => {
        asked = items[0]?.fields;
        const nothing = { upserted: [], removed: [], settlements: [] };
        return bulkOf(11, { financialAccountId: 17, userId: world().userId, ...nothing });
      });
      const answer = await playing(owner, () => send('PUT', '/finance/transactions/11', body));
      return { answer, asked };
    };
    const TAKEN = [
      ['a field', { amount: '-3.50' }],
      ['null, which releases a field', { amount: null, mapped_fields: null }],
      [
        'null in a member, which releases the member alone',
        { mapped_fields: { payee: null }, creditor: { name: null } },
      ],
    ] as const;
    for (const [what, body] of TAKEN) {
      statement(`PUT /finance/transactions/{transactionId}: accepts ${what}`, async () => {
        const { answer, asked } = await update(body);
        expect(answer).toMatchObject({ status: 200, body: { message: 'Transaction updated.' } });
        expect(asked).toEqual(body);
      });
    }
  });

  describe('POST /webhooks', () => {
    const create = async (body: object, headers: Record<string, string> = {}, token = world().token) => {
      let asked: CommandPayload<typeof CreateWebhookEndpoint> | undefined;
      let caller: Caller | undefined;
      const owner = fake(CreateWebhookEndpoint, (payload, by) => {
        [asked, caller] = [payload, by];
        const { sample } = WebhookEndpointUpsertedV1;
        const document = { ...sample.document, url: payload.url, events: payload.events };
        return { endpoint: { ...sample, id: 90, userId: world().userId, document }, secret: 'whsec_once' };
      });
      const answer = await playing(owner, () =>
        world().gateway.request('/api/v1/webhooks', { method: 'POST', token, body, headers }),
      );
      return { answer, asked, caller };
    };
    statement(
      'POST /webhooks: answers 201 "Webhook endpoint created." and the endpoint with its secret',
      async () => {
        const { answer } = await create(WEBHOOK);
        expect(answer.status).toBe(201);
        expect(Object.keys(answer.body)).toEqual(['message', 'data']);
        expect(answer.body).toMatchObject({
          message: 'Webhook endpoint created.',
          data: { id: '90', secret: 'whsec_once' },
        });
      },
    );
    statement('POST /webhooks: the secret cannot be read again', async () => {
      await create(WEBHOOK);
      const kept = await world().gateway.database.query<{ row: string }>(
        'select w::text as row from webhook_endpoints w',
      );
      expect(JSON.stringify(kept)).not.toContain('whsec_');
    });
    const TAKEN: readonly (readonly [string, object, object])[] = [
      ['a url of 512 characters', { url: URL_512 }, { url: URL_512 }],
      ['a description of 255 characters', { description: 'é'.repeat(255) }, { description: 'é'.repeat(255) }],
      ['no description', {}, { description: null }],
      ['enabled, true by default', {}, { enabled: true }],
      ['enabled false', { enabled: false }, { enabled: false }],
      ['no financial_accounts: all accounts', {}, { financial_accounts: null }],
      ['financial_accounts null: all accounts', { financial_accounts: null }, { financial_accounts: null }],
      [
        'financial_accounts as a list of ids',
        { financial_accounts: ['17', 18] },
        { financial_accounts: [17, 18] },
      ],
      ['type, WEBHOOK by default', {}, { type: 'WEBHOOK' }],
      ['type WEBHOOK', { type: 'WEBHOOK' }, { type: 'WEBHOOK' }],
      [
        'type AUTOMATION_A that omits identifiers',
        { type: 'AUTOMATION_A', omit_sensitive_identifiers: true },
        { type: 'AUTOMATION_A', omit_sensitive_identifiers: true },
      ],
      ['type AUTOMATION_B', { type: 'AUTOMATION_B' }, { type: 'AUTOMATION_B' }],
      ['payload_version, v2 by default', {}, { payload_version: 'v2' }],
      ['payload_version v1', { payload_version: 'v1' }, { payload_version: 'v1' }],
      ['payload_version v2', { payload_version: 'v2' }, { payload_version: 'v2' }],
      ['omit_sensitive_identifiers, false by default', {}, { omit_sensitive_identifiers: false }],
      ...[true, 'yes', 'on', 1, '1', 'true'].map(
        (yes) =>
          [
            `omit_sensitive_identifiers ${JSON.stringify(yes)} for true`,
            { omit_sensitive_identifiers: yes },
            { omit_sensitive_identifiers: true },
          ] as const,
      ),
      ...[...CANONICAL, ...LEGACY, ...OF_CONNECTIONS].map(
        (event) => [`the event ${event}`, { events: [event] }, { events: [event] }] as const,
      ),
      ...LEGACY.map(
        (event) =>
          [
            `${event} and infers payload_version v1`,
            { events: ['balance.updated', event] },
            { payload_version: 'v1' },
          ] as const,
      ),
      [
        'a payload_version beside legacy events, as it was asked for',
        { events: LEGACY, payload_version: 'v2' },
        { payload_version: 'v2' },
      ],
    ];
    for (const [what, change, expected] of TAKEN) {
      statement(`POST /webhooks: accepts ${what}`, async () => {
        const { answer, asked } = await create({ ...WEBHOOK, ...change });
        expect(answer.status).toBe(201);
        expect(asked).toMatchObject(expected);
      });
    }
    const REFUSED: readonly (readonly [string, object, string])[] = [
      ['no url', { url: undefined }, 'url'],
      ['an http url', { url: 'http://client.example' }, 'url'],
      ['a url of 513 characters', { url: `${URL_512}x` }, 'url'],
      ['a url that is none', { url: 'client' }, 'url'],
      ['a description of 256 characters', { description: 'x'.repeat(256) }, 'description'],
      ['enabled perhaps', { enabled: 'perhaps' }, 'enabled'],
      ['no events', { events: undefined }, 'events'],
      ['an empty list of events', { events: [] }, 'events'],
      ['an unknown event', { events: ['account.moved'] }, 'events'],
      ...['created', 'updated', 'deleted'].map(
        (name) =>
          [
            `bank_account.${name} beside account.${name}`,
            { events: [`bank_account.${name}`, `account.${name}`] },
            'events',
          ] as const,
      ),
      ['financial_accounts that are no ids', { financial_accounts: ['x'] }, 'financial_accounts'],
      ['another type', { type: 'FAX' }, 'type'],
      ['another payload_version', { payload_version: 'v3' }, 'payload_version'],
      [
        'omit_sensitive_identifiers perhaps',
        { omit_sensitive_identifiers: 'perhaps' },
        'omit_sensitive_identifiers',
      ],
      ['AUTOMATION_A with identifiers', { type: 'AUTOMATION_A' }, 'omit_sensitive_identifiers'],
    ];
    for (const [what, change, field] of REFUSED) {
      statement(`POST /webhooks: ${what} is 422 on ${field}`, () =>
        refused('POST', '/webhooks', { ...WEBHOOK, ...change }, [field]),
      );
    }
    statement('POST /webhooks: a legacy alias beside another’s canonical name is accepted', async () => {
      const { answer } = await create({ ...WEBHOOK, events: ['bank_account.created', 'account.updated'] });
      expect(answer.status).toBe(201);
    });
    statement(
      'POST /webhooks: above the plan limit it is 403 {message, docs_url, feature, current, limit, formatted_limit}',
      async () => {
        const owner = fake(CreateWebhookEndpoint, () => {
          throw new Problem({ kind: 'plan_limit', feature: 'webhook_endpoint', current: 50, limit: 50 });
        });
        const { status, body } = await playing(owner, () => send('POST', '/webhooks', WEBHOOK));
        expect(status).toBe(403);
        const { message, ...rest } = body;
        expect(rest).toEqual({
          ...{ feature: 'webhook_endpoint', current: 50, limit: 50, formatted_limit: '50' },
          docs_url: '/docs/errors/plan-limit',
        });
        expect(message).toMatch(/plan.*limit.*upgrade/i);
      },
    );
    statement('POST /webhooks: the limit is the one of the user’s plan', async () => {
      const { gateway } = world();
      for (const [plan, limit] of Object.entries({ FREE: 2, PLUS: 10, PRO: 50 })) {
        const userId = await gateway.user(`${plan}@example.com`, plan as 'FREE');
        const { asked } = await create(WEBHOOK, {}, await gateway.token({ userId }));
        expect(asked?.endpoint_limit).toBe(limit);
      }
    });
    statement(
      'POST /webhooks: the endpoint gets no more than the token that made it could read',
      async () => {
        const { gateway, userId } = world();
        const token = await gateway.token({ userId, scopes: ['webhooks:write'], accountIds: [17] });
        const { caller } = await create(WEBHOOK, {}, token);
        expect(caller).toMatchObject({ userId, scopes: ['webhooks:write'], accountIds: [17] });
      },
    );
    statement('POST /webhooks: with the same Idempotency-Key the first answer is given again', async () => {
      const headers = { 'idempotency-key': 'contract-1' };
      const [first, second] = [await create(WEBHOOK, headers), await create(WEBHOOK, headers)];
      expect(second.answer.body).toEqual(first.answer.body);
      expect(second.asked).toBeUndefined();
      expect((await create({ ...WEBHOOK, enabled: false }, headers)).answer.status).toBe(422);
    });
    notTested(
      'POST /webhooks: payload_version is fixed at creation',
      'none of these operations updates an endpoint',
    );
  });
}

/** The client gets an owner's refusal in the interface's form. */
function passesProblemsOn(
  operation: string,
  contract: CommandContract,
  ask: () => Promise<Answer>,
  playing: (owner: FakeCommand, ask: () => Promise<Answer>) => Promise<Answer>,
): void {
  const refusals: readonly (readonly [string, Problem, number, object])[] = [
    ['what is not there or not granted', Problem.notFound(), 404, { message: 'Resource not found.' }],
    ['a conflicting state', Problem.conflict('It is busy.'), 409, { message: 'It is busy.' }],
    [
      'an id in the body that is not the caller’s',
      Problem.invalid({ destination_id: ['None.'] }),
      422,
      { message: 'None.', errors: { destination_id: ['None.'] } },
    ],
  ];
  for (const [what, problem, status, body] of refusals) {
    statement(`${operation}: ${what} is ${status}`, async () => {
      const owner: FakeCommand = {
        contract,
        answer: () => {
          throw problem;
        },
      };
      expect(await playing(owner, ask)).toMatchObject({ status, body });
    });
  }
}
