import { eventually } from '@tributary/testing';
import { RestResponse } from './rest-client';
import { RuledSystem } from './ruled-system';

jest.setTimeout(120_000);

let system: RuledSystem;
let accountId = 100;

beforeAll(async () => {
  system = await RuledSystem.start();
});
afterAll(() => system.stop());
beforeEach(async () => {
  accountId += 1;
  await system.account(accountId);
});

type Fields = Record<string, unknown>;

const payeeAction = (value: string) => ({
  action_type: 'SET_FIELD',
  field_name: 'mapped_fields.payee',
  value,
});

const rows = ({ body }: RestResponse): Fields[] => body.data as Fields[];
const one = ({ body }: RestResponse): Fields => body.data as Fields;

async function made(answer: Promise<RestResponse>, status: number): Promise<Fields> {
  const { status: got, body } = await answer;
  expect({ got, body }).toMatchObject({ got: status });
  return body.data as Fields;
}

async function createRule(members: Fields = {}): Promise<string> {
  const body = { name: 'Tidy', actions: [payeeAction('Coffee')], ...members };
  return String((await made(system.rest('POST', '/rules', body), 201)).id);
}

const attach = (ruleId: string, body: Fields = {}, account = accountId) =>
  system.rest('POST', `/rules/${ruleId}/accounts/${account}`, body);

const transactionId = (n = 1): number => accountId * 1000 + n;

/** Publishes `count` transactions, numbered from 1; returns when REST shows them. */
async function history(count: number, version = 1): Promise<void> {
  const documents = new Map(
    Array.from({ length: count }, (_, n) => [
      transactionId(n + 1),
      { additional_information: `v${version}` },
    ]),
  );
  await system.sync(accountId, version, documents);
  await eventually(async () => {
    const shown = await system.rest('GET', `/finance/transactions?filter[financial_account_id]=${accountId}`);
    expect(rows(shown)[0]?.additional_information).toBe(`v${version}`);
  });
}

async function payeeOf(n = 1): Promise<unknown> {
  const [transaction] = rows(
    await system.rest('GET', `/finance/transactions?filter[id]=${transactionId(n)}`),
  );
  return (transaction?.mapped_fields as Fields | undefined)?.payee;
}

async function logsOf(ruleId: string, count: number): Promise<Fields[]> {
  return eventually(async () => {
    const logs = rows(await system.rest('GET', `/rule-logs?filter[rule_id]=${ruleId}&sort=id`));
    expect(logs).toHaveLength(count);
    return logs;
  });
}

describe('undoing a rule’s effect at the destination', () => {
  it("changes the budget's transaction too, and a sync of the same transaction does not bring it back", async () => {
    const linkId = await system.link(accountId);
    const ruleId = await createRule({
      actions: [{ action_type: 'SET_BUDGETA_FIELD', field_name: 'memo', value: 'set by a rule' }],
    });
    await made(system.rest('POST', `/rules/${ruleId}/transfer-links/${linkId}`, {}), 200);
    await history(1);
    await eventually(async () => expect(await system.ledger()).toMatchObject([{ memo: 'set by a rule' }]));
    const [log] = await logsOf(ruleId, 1);
    const undone = await made(system.rest('PUT', '/rule-logs/undo-bulk', { ruleLogIds: [log?.id] }), 200);
    expect(undone.results).toMatchObject([
      { success: true, error: null, data: { kind: 'UNDONE', undoes: log?.id } },
    ]);
    await eventually(async () =>
      expect(await system.ledger()).toMatchObject([{ memo: 'Card 02.03 KAHVILA' }]),
    );
    await system.sync(
      accountId,
      2,
      new Map([
        [transactionId(), { mapped_fields: { payee: 'Renamed', description: 'Again', date: '2026-03-02' } }],
      ]),
    );
    await eventually(async () =>
      expect(await system.ledger()).toMatchObject([{ memo: 'Again', payee: 'Renamed', deleted: false }]),
    );
    const [shown] = rows(await system.rest('GET', `/rule-logs?filter[id]=${String(log?.id)}`));
    expect(shown).toMatchObject({ undone_by: (undone.results as { data: Fields }[])[0]?.data.id });
  });
});

describe('rules over REST', () => {
  it('are created, shown, changed, switched off and on, and deleted; each write is readable immediately', async () => {
    const ruleId = await createRule({
      conditions: [
        { transaction_type: 'DEBIT', field_name: 'creditor.name', operator: 'contains', value: 'oy' },
      ],
    });
    const shown = await made(system.rest('GET', `/rules/${ruleId}`), 200);
    expect(shown).toMatchObject({ enabled: 'true', output_compatible: 'true', conditions_count: '1' });
    const [action] = shown.actions as Fields[];
    const changed = await made(
      system.rest('PUT', `/rules/${ruleId}`, {
        name: 'Renamed',
        actions: [{ ...payeeAction('Tea'), id: action?.id }],
      }),
      200,
    );
    expect(changed).toMatchObject({
      name: 'Renamed',
      conditions: shown.conditions,
      actions: [{ id: action?.id, value: 'Tea' }],
    });
    expect(await made(system.rest('POST', `/rules/${ruleId}/disable`), 200)).toMatchObject({
      enabled: 'false',
    });
    expect(await made(system.rest('POST', `/rules/${ruleId}/enable`), 200)).toMatchObject({
      enabled: 'true',
    });
    expect((await system.rest('DELETE', `/rules/${ruleId}`)).body).toEqual({ message: 'Rule deleted.' });
    expect((await system.rest('GET', `/rules/${ruleId}`)).status).toBe(404);
    expect((await system.rest('DELETE', `/rules/${ruleId}`)).status).toBe(404);
  });

  it.each([
    [{ nam: 'x' }, 'nam'],
    [{ conditions: [{ field_name: 'amount', operator: 'gt', valeu: '1' }] }, 'conditions.0.valeu'],
    [
      { conditions: [{ field_name: 'creditor.nme', operator: 'equals', value: 'x' }] },
      'conditions.0.field_name',
    ],
    [
      { conditions: [{ field_name: '__proto__.x', operator: 'equals', value: 'x' }] },
      'conditions.0.field_name',
    ],
    [{ conditions: [{ field_name: 'amount', operator: 'like', value: 'x' }] }, 'conditions.0.operator'],
    [{ conditions: [{ field_name: 'amount', operator: 'contains', value: 'x' }] }, 'conditions.0.operator'],
    [{ conditions: [{ field_name: 'amount', operator: 'gt', value: 12.5 }] }, 'conditions.0.value'],
    [{ conditions: [{ field_name: 'amount', operator: 'gt', value: '1e3' }] }, 'conditions.0.value'],
    [{ conditions: ['x'] }, 'conditions.0'],
    [{ conditions: Array.from({ length: 10_000 }, () => ({})) }, 'conditions'],
    [
      {
        conditions: [{ field_name: 'creditor.name', operator: 'matches', value: '((a{1000}){1000}){1000}' }],
      },
      'conditions.0.value',
    ],
    [{ actions: [] }, 'actions'],
    [{ actions: [payeeAction('{{ amount | shout }}')] }, 'actions.0.value'],
    [{ actions: [{ ...payeeAction('x'), field_name: 'id' }] }, 'actions.0.field_name'],
    [{ enabled: 'perhaps' }, 'enabled'],
  ] as [Fields, string][])('%p is refused at %s', async (members, field) => {
    const body = { name: 'Bad', actions: [payeeAction('x')], ...members };
    const answer = await system.rest('POST', '/rules', body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors as object)).toContain(field);
  });

  it('are found by their fields and attachments, in any requested order', async () => {
    const mark = `mark ${accountId}`;
    const first = await createRule({ name: `${mark} b`, scope: 'FINANCIAL_ACCOUNT' });
    const second = await createRule({
      name: `${mark} a`,
      enabled: false,
      actions: [{ action_type: 'SKIP_TRANSFER' }],
    });
    await made(attach(first), 200);
    const ids = async (query: string) =>
      rows(await system.rest('GET', `/rules?filter[name]=${mark}&${query}`)).map(({ id }) => id);
    expect(await ids('sort=name')).toEqual([second, first]);
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('filter[enabled]=true')).toEqual([first]);
    expect(await ids('filter[scope]=ANY')).toEqual([second]);
    expect(await ids('filter[action_type]=SKIP_TRANSFER')).toEqual([second]);
    expect(await ids('filter[field_name]=mapped_fields.payee')).toEqual([first]);
    expect(await ids('filter[output_compatible]=false')).toEqual([second]);
    expect(await ids(`filter[financial_account_id]=${accountId}`)).toEqual([first]);
    expect((await system.rest('GET', '/rules?filter[colour]=red')).status).toBe(422);
    const included = await system.rest(
      'GET',
      `/rules?filter[name]=${mark}&include=financial_accounts&sort=id`,
    );
    expect(rows(included)[0]).toMatchObject({
      financial_accounts: [{ rule_position: 1, financial_account: { id: String(accountId) } }],
    });
  });

  it('are listed in the requested order; an incomplete, foreign or circular list is refused', async () => {
    const [a = '', b = '', c = ''] = [await createRule(), await createRule(), await createRule()];
    for (const id of [a, b]) await made(attach(id), 200);
    await made(attach(c, { order: 1 }), 200);
    const order = async () => {
      const account = one(await system.rest('GET', `/finance/accounts/${accountId}`));
      return (account.rules as { order: number; rule: Fields }[]).map(({ rule }) => rule.id);
    };
    expect(await order()).toEqual([c, a, b]);
    await made(attach(c, { order_list: [Number(b), Number(a), Number(c)] }), 200);
    expect(await order()).toEqual([b, a, c]);
    for (const order_list of [
      [a, b],
      [a, b, c, a],
      [a, a, c],
      [a, b, 999_999],
    ]) {
      const answer = await attach(c, { order_list: order_list.map(Number) });
      expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ['order_list']]);
    }
    await made(system.rest('DELETE', `/rules/${a}/accounts/${accountId}`), 200);
    expect(await order()).toEqual([b, c]);
    expect((await system.rest('DELETE', `/rules/${a}/accounts/${accountId}`)).status).toBe(404);
    await system.rest('DELETE', `/rules/${b}`);
    expect(await order()).toEqual([c]);
    const moved = one(await system.rest('GET', `/rules/${c}`));
    expect(moved.financial_accounts).toMatchObject([{ rule_position: 1 }]);
  });

  it('use the fields of one table, which REST shows', async () => {
    const { fields, operators, actions } = await made(system.rest('GET', '/rules/fields'), 200);
    expect(fields).toContainEqual(
      expect.objectContaining({ name: 'creditor.name', type: 'text', settable: 'true' }),
    );
    expect((operators as Fields[]).length).toBe(17);
    expect((actions as Fields[]).length).toBe(6);
  });

  it('apply in their changed form from the change on', async () => {
    const ruleId = await createRule();
    await made(attach(ruleId), 200);
    await history(1);
    await eventually(async () => expect(await payeeOf()).toBe('Coffee'));
    await made(system.rest('PUT', `/rules/${ruleId}`, { actions: [payeeAction('Tea')] }), 200);
    await history(1, 2);
    await eventually(async () => expect(await payeeOf()).toBe('Tea'));
  });
});

describe('trying rules and applying them to history', () => {
  it('trying an unsaved rule shows its effects and changes no transaction', async () => {
    await history(3);
    const preview = await made(
      system.rest('POST', '/rules/preview', {
        rule: { name: 'Try', actions: [payeeAction('{{ financial_account.name }}')] },
        financial_account_ids: [accountId],
      }),
      200,
    );
    expect(preview).toMatchObject({ scanned: '3', matched: '3', changed: '3', failed: '0', more: 'false' });
    const [match] = preview.matches as Fields[];
    expect(match).toMatchObject({
      transaction_id: String(transactionId(3)),
      before: { transaction: { mapped_fields: { payee: 'Kahvila Oy' } } },
      after: { transaction: { mapped_fields: { payee: 'Everyday account' } } },
      changes: [{ field_name: 'mapped_fields.payee', previous_value: 'Kahvila Oy' }],
    });
    expect(await payeeOf()).toBe('Kahvila Oy');
    const bad = await system.rest('POST', '/rules/preview', {
      rule: { name: 'Try', actions: [payeeAction('{{ x | shout }}')] },
    });
    expect([bad.status, Object.keys(bad.body.errors as object)]).toEqual([422, ['rule.actions.0.value']]);
  });

  it('a dry run only counts; applying changes history and reports its progress', async () => {
    await history(450);
    const ruleId = await createRule();
    expect((await system.rest('POST', `/rules/${ruleId}/apply`, {})).status).toBe(409);
    await made(attach(ruleId), 200);
    const ended = async (dry_run: boolean) => {
      const started = await made(system.rest('POST', `/rules/${ruleId}/apply`, { dry_run }), 201);
      expect(started).toMatchObject({ transactions_total: '450' });
      return eventually(async () => {
        const application = one(
          await system.rest('GET', `/rules/${ruleId}/applications/${String(started.id)}`),
        );
        expect(application.status).toBe('DONE');
        return application;
      });
    };
    const counts = { transactions_done: '450', transactions_matched: '450', transactions_changed: '450' };
    const dry = await ended(true);
    expect(dry).toMatchObject({ dry_run: 'true', ...counts });
    expect((dry.changes as Fields[])[0]).toMatchObject({ rule_id: ruleId, new_value: 'Coffee' });
    expect(dry.changes).toHaveLength(100);
    expect(await payeeOf()).toBe('Kahvila Oy');
    expect(await ended(false)).toMatchObject({ dry_run: 'false', ...counts });
    await eventually(async () => expect(await payeeOf()).toBe('Coffee'));
    const again = await ended(false);
    expect(again).toMatchObject({ transactions_matched: '450', transactions_changed: '0' });
    expect(rows(await system.rest('GET', `/rules/${ruleId}/applications`))).toHaveLength(3);
  });

  it('continues from its cursor when the rule engine restarts', async () => {
    await history(400);
    const ruleId = await createRule();
    await made(attach(ruleId), 200);
    const { id } = await made(system.rest('POST', `/rules/${ruleId}/apply`, {}), 201);
    await system.stopRuleEngine();
    await system.startRuleEngine();
    await eventually(async () => {
      const application = one(await system.rest('GET', `/rules/${ruleId}/applications/${String(id)}`));
      expect(application).toMatchObject({
        status: 'DONE',
        transactions_done: '400',
        transactions_changed: '400',
      });
    });
    expect((await system.rest('GET', `/rule-logs?filter[rule_id]=${ruleId}`)).body.meta).toMatchObject({
      total: 400,
    });
  });
});

describe('access to rules', () => {
  it('another user finds no rule and undoes no log', async () => {
    const ruleId = await createRule();
    await made(attach(ruleId), 200);
    await history(1);
    const [log] = await logsOf(ruleId, 1);
    const stranger = await system.stranger();
    for (const [method, path, body] of [
      ['GET', `/rules/${ruleId}`, undefined],
      ['PUT', `/rules/${ruleId}`, { name: 'Mine' }],
      ['DELETE', `/rules/${ruleId}`, undefined],
      ['POST', `/rules/${ruleId}/enable`, undefined],
      ['POST', `/rules/${ruleId}/apply`, {}],
      ['POST', `/rules/${ruleId}/accounts/${accountId}`, {}],
      ['GET', `/rule-logs/${String(log?.id)}`, undefined],
    ] as const) {
      expect([path, (await system.rest(method, path, body, stranger)).status]).toEqual([path, 404]);
    }
    const undo = await system.rest('PUT', '/rule-logs/undo-bulk', { ruleLogIds: [log?.id] }, stranger);
    expect(one(undo).results).toMatchObject([{ success: false, error: 'not_found', data: null }]);
  });

  it('a token for some accounts sees their rules, and changes no rule that also shapes others', async () => {
    const other = accountId + 5000;
    await system.account(other);
    const ruleId = await createRule();
    await made(attach(ruleId, {}, other), 200);
    const token = await system.tokenOf({ accountIds: [accountId] });
    expect((await system.rest('GET', `/rules/${ruleId}`, undefined, token)).status).toBe(404);
    await made(attach(ruleId), 200);
    const seen = one(await system.rest('GET', `/rules/${ruleId}`, undefined, token));
    expect(seen).toMatchObject({ financial_accounts_count: '1', financial_accounts: [{ rule_position: 1 }] });
    expect((await system.rest('PUT', `/rules/${ruleId}`, { name: 'X' }, token)).status).toBe(404);
    expect((await system.rest('DELETE', `/rules/${ruleId}`, undefined, token)).status).toBe(404);
    await made(system.rest('DELETE', `/rules/${ruleId}/accounts/${other}`), 200);
    await made(system.rest('PUT', `/rules/${ruleId}`, { name: 'X' }, token), 200);
  });

  it('a token without sensitive:read cannot create a rule that reads identifiers, however it is written', async () => {
    const token = await system.tokenOf({ scopes: ['rules:read', 'rules:write', 'transactions:read'] });
    await history(1);
    for (const rule of [
      { conditions: [{ field_name: 'creditor.iban', operator: 'starts_with', value: 'FI' }] },
      { actions: [payeeAction('{{ creditor.iban }}')] },
      { actions: [payeeAction('{% assign who = creditor %}{{ who.iban }}')] },
      { actions: [payeeAction('{{ financial_account["iban"] }}')] },
    ]) {
      const body = { name: 'Peek', actions: [payeeAction('x')], ...rule };
      expect((await system.rest('POST', '/rules', body, token)).status).toBe(422);
      expect((await system.rest('POST', '/rules/preview', { rule: body }, token)).status).toBe(422);
      expect((await system.rest('POST', '/rules', body)).status).toBe(201);
    }
    const preview = await system.rest(
      'POST',
      '/rules/preview',
      { rule: { name: 'Try', actions: [payeeAction('x')] }, financial_account_ids: [accountId] },
      token,
    );
    expect(preview.status).toBe(200);
    expect(JSON.stringify(preview.body)).not.toContain('FI2112345600000785');
  });
});
