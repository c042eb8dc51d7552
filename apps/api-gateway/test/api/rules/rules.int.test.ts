import {
  EventPayload,
  PreviewRule,
  Problem,
  RuleApplicationUpsertedV1,
  RuleDeletedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  sampleTransaction,
  SAMPLE_TIME,
  UpdateRule,
} from '@tributary/contracts';
import { fake, GatewayUnderTest } from '../../gateway-under-test';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('rules@example.org');
  token = await gateway.token({ userId });
  await publishRule(5, 2);
});
afterAll(() => gateway.close());

const publishRule = (id: number, version: number): Promise<void> =>
  gateway.publish(RuleUpsertedV1, id, {
    ...RuleUpsertedV1.sample,
    id,
    version,
    userId,
    document: { ...RuleUpsertedV1.sample.document, transfer_links: [] },
  });

function logged(
  id: number,
  members: Partial<EventPayload<typeof RuleLoggedV1>['logs'][number]> = {},
): EventPayload<typeof RuleLoggedV1> {
  const [log] = RuleLoggedV1.sample.logs;
  if (!log) throw new Error('the sample has a log');
  return { financialAccountId: 17, userId, logs: [{ ...log, id, ...members }] };
}

describe('the rules area matches its document', () => {
  it('lists rules and shows their fields', async () => {
    const list = await gateway.list(
      '/rules?filter[enabled]=true&include=financial_accounts,transfer_links',
      token,
    );
    expect(list.body.data).toMatchObject([{ id: '5', transfer_links: [], financial_accounts: [] }]);
    expect((await gateway.get('/rules/fields', token)).status).toBe(200);
    expect((await gateway.list('/rules?include=transfer_links', await limited())).status).toBe(403);
  });

  it('a deleted rule stays deleted, whatever arrives late', async () => {
    await publishRule(6, 1);
    await gateway.publish(RuleDeletedV1, 6, { id: 6, version: 3, userId });
    await publishRule(6, 2);
    expect((await gateway.get('/rules/6', token)).status).toBe(404);
  });

  it('lists logs by their fields, with their later state', async () => {
    await gateway.publish(
      RuleLoggedV1,
      17,
      logged(900),
      logged(901, { kind: 'UNDONE', undoes: 900 }),
      logged(902, {
        kind: 'FAILED',
        fieldName: null,
        previousValue: null,
        newValue: null,
        error: 'it failed',
      }),
      logged(903, { fieldName: 'creditor.name', newValue: 'Holder' }),
    );
    const ids = async (query: string) =>
      (await gateway.list(`/rule-logs?${query}`, token)).body.data.map(({ id }) => id);
    expect(await ids('')).toEqual(['903', '902', '901', '900']);
    expect(await ids('filter[undone]=true')).toEqual(['900']);
    expect(await ids('filter[kind]=UNDONE,FAILED&sort=id')).toEqual(['901', '902']);
    expect(await ids('filter[transaction_id]=1001&filter[field_name]=creditor.name')).toEqual(['903']);
    expect(await ids('filter[created_after]=2026-03-03')).toEqual([]);
    expect(await ids('filter[created_before]=2026-03-02')).toHaveLength(4);
    const withRule = await gateway.list('/rule-logs?include=rule&filter[id]=900', token);
    expect(withRule.body.data).toMatchObject([{ undone_by: '901', rule: { id: '5' } }]);
    expect((await gateway.get('/rule-logs/901', token)).body.data).toMatchObject({ undoes: '900' });
    expect((await gateway.get('/rule-logs/99', token)).status).toBe(404);
    const [listed] = withRule.body.data;
    expect((await gateway.get('/rule-logs/900?include=rule', token)).body.data).toEqual(listed);
    expect((await gateway.get('/rule-logs/900', token)).body.data).not.toHaveProperty('rule');
    expect((await gateway.get('/rule-logs/900?include=nope', token)).status).toBe(422);
  });

  it('a rule alone embeds what is included as the list does, and all that may be read without it', async () => {
    const embedded = async (query: string) => {
      const { data } = (await gateway.get(`/rules/5${query}`, token)).body as { data: object };
      return ['transfer_links', 'financial_accounts'].filter((name) => name in data);
    };
    expect(await embedded('')).toEqual(['transfer_links', 'financial_accounts']);
    for (const include of ['transfer_links', 'financial_accounts']) {
      expect(await embedded(`?include=${include}`)).toEqual([include]);
      const { body } = await gateway.list(`/rules?filter[id]=5&include=${include}`, token);
      expect((await gateway.get(`/rules/5?include=${include}`, token)).body.data).toEqual(body.data[0]);
    }
    expect((await gateway.get('/rules/5?include=transfer_links', await limited())).status).toBe(403);
    expect((await gateway.get('/rules/5?include=nope', token)).status).toBe(422);
  });

  it('identifiers in a rule are hidden from callers who may not see them, unless its author could not either', async () => {
    const { document, ...sample } = RuleUpsertedV1.sample;
    const [condition] = document.conditions;
    const [action] = document.actions;
    if (!condition || !action) throw new Error('the sample has no parts');
    const rule = (id: number, author_sees_identifiers?: boolean) => ({
      ...sample,
      id,
      userId,
      document: {
        ...document,
        ...(author_sees_identifiers === undefined ? {} : { author_sees_identifiers }),
        transfer_links: [],
        conditions: [{ ...condition, field_name: 'debtor.iban', value: 'FI-SECRET' }],
        actions: [{ ...action, value: '{% if debtor.iban == "FI-SECRET" %}x{% endif %}' }],
      },
    });
    await gateway.publish(RuleUpsertedV1, 71, rule(71));
    await gateway.publish(RuleUpsertedV1, 72, rule(72, true));
    await gateway.publish(RuleUpsertedV1, 73, rule(73, false));
    const shown = async (asking: string, id: number) =>
      JSON.stringify((await gateway.get(`/rules/${id}`, asking)).body).includes('SECRET');
    for (const id of [71, 72, 73]) expect(await shown(token, id)).toBe(true);
    expect([await shown(await limited(), 71), await shown(await limited(), 72)]).toEqual([false, false]);
    expect(await shown(await limited(), 73)).toBe(true);
    expect(JSON.stringify((await gateway.get('/rules/72', token)).body)).not.toContain('author_sees');
  });

  it('rule logs require read access to transactions', async () => {
    const blind = await gateway.token({ userId, scopes: ['rules:read', 'sensitive:read'] });
    expect((await gateway.get('/rule-logs', blind)).status).toBe(403);
    expect((await gateway.get('/rule-logs/900', blind)).status).toBe(403);
  });

  it('names that may be the holder’s are hidden from callers who may not see them', async () => {
    const [log] = (await gateway.list('/rule-logs?filter[id]=903', await limited())).body.data;
    expect(log).toMatchObject({ previous_value: null, new_value: null });
    const [other] = (await gateway.list('/rule-logs?filter[id]=900', await limited())).body.data;
    expect(other).toMatchObject({ new_value: 'Kahvila' });
  });

  it('shows the progress of applying a rule', async () => {
    await gateway.publish(RuleApplicationUpsertedV1, 3, { ...RuleApplicationUpsertedV1.sample, userId });
    expect((await gateway.get('/rules/5/applications/3', token)).body.data).toMatchObject({
      status: 'RUNNING',
      transactions_done: '400',
    });
    const list = await gateway.list(
      '/rules/5/applications?filter[status]=RUNNING&filter[dry_run]=true',
      token,
    );
    expect(list.body.data).toHaveLength(1);
    expect((await gateway.get('/rules/6/applications/3', token)).status).toBe(404);
    const ofOther = await gateway.token({ userId, accountIds: [99] });
    expect((await gateway.get('/rules/5/applications/3', ofOther)).status).toBe(404);
  });

  it('shows the effects of an unsaved rule', async () => {
    const match = {
      transactionId: 1001,
      financialAccountId: 17,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      transferLinkId: null,
      before: sampleTransaction,
      after: { ...sampleTransaction, mapped_fields: { payee: 'X', date: null } },
      destinationFieldsBefore: {},
      destinationFieldsAfter: {},
      skip: false,
      changes: [],
      error: null,
    };
    const owner = await gateway.playOwner(
      fake(PreviewRule, ({ matchesMax }) => {
        expect(matchesMax).toBe(25);
        return { scanned: 1, matched: 1, changed: 1, failed: 0, more: false, matches: [match] };
      }),
    );
    const rule = { name: 'Try', actions: [{ action_type: 'SKIP_TRANSFER' }] };
    const answer = await gateway.request('/api/v1/rules/preview', { token, method: 'POST', body: { rule } });
    await owner.stop();
    expect(answer.body).toMatchObject({
      data: { scanned: '1', matches: [{ after: { transaction: { mapped_fields: { payee: 'X' } } } }] },
    });
  });

  it('passes on of which saved rule a preview is a change, and since when an update expects no other', async () => {
    const asked: unknown[] = [];
    const owner = await gateway.playOwner(
      fake(PreviewRule, ({ ruleId, transactionsMax, rule }) => {
        asked.push([ruleId, transactionsMax, rule.actions.map(({ id }) => id)]);
        return { scanned: 0, matched: 0, changed: 0, failed: 0, more: false, matches: [] };
      }),
      fake(UpdateRule, ({ unchanged_since }) => {
        asked.push(unchanged_since);
        throw Problem.conflict('The rule was changed meanwhile.');
      }),
    );
    const rule = { name: 'Try', actions: [{ id: '31', action_type: 'SKIP_TRANSFER' }] };
    const post = (body: object) =>
      gateway.request('/api/v1/rules/preview', { token, method: 'POST', body: { rule, ...body } });
    expect((await post({ rule_id: '5', transactions_max: 500 })).status).toBe(200);
    expect((await post({ rule_id: null })).status).toBe(200);
    expect((await post({ rule_id: 'x' })).status).toBe(422);
    expect((await post({ transactions_max: 20_001 })).status).toBe(422);
    const put = (unchanged_since: string) =>
      gateway.request('/api/v1/rules/5', { token, method: 'PUT', body: { name: 'New', unchanged_since } });
    expect((await put('2026-03-02T08:00:00+01:00')).status).toBe(409);
    expect((await put('yesterday')).status).toBe(422);
    await owner.stop();
    expect(asked).toEqual([[5, 500, [31]], [null, 20_000, [31]], '2026-03-02T07:00:00.000Z']);
  });
});

const limited = (): Promise<string> => gateway.token({ userId, scopes: ['rules:read', 'transactions:read'] });
