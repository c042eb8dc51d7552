import { eventually } from '@tributary/testing';
import type { AttackedSystem, AttackedUser } from './attacked-system';
import type { RestResponse } from '../rest-client';

const MARK = 'ZQMARK';
/** The scopes of an app that may read transactions and manage rules, but not see account holders. */
const SCOPES = [
  'accounts:read',
  'accounts:write',
  'transactions:read',
  'transactions:write',
  'rules:read',
  'rules:write',
] as const;
const PEEK = [
  '{% assign k = "debtor" %}{{ [k].iban }}{{ [k].bban }}{{ [k].name }}',
  '{% assign k = "creditor" %}{{ [k].iban }}{{ [k].bban }}',
].join(' ');

/** Section B of docs/explanation/security.md: reading data that was not granted. */
export function seeingMore(system: () => AttackedSystem): void {
  let owner: AttackedUser;
  let app: string;
  let accountId: string;

  beforeAll(async () => {
    owner = await system().user('b-sight');
    [accountId = ''] = await system().connectBank(owner);
    app = await system().token({ userId: owner.id, scopes: SCOPES });
  }, 240_000);

  const rest = (token: string, method: string, path: string, body?: unknown): Promise<RestResponse> =>
    system().rest(method, path, token, body);
  const data = <Data = Record<string, unknown>>(
    token: string,
    method: string,
    path: string,
    body?: unknown,
  ) => system().data<Data>(method, path, token, body);

  /** Books an outflow of the account with a mark in every member about the account holder. */
  async function outflow(title: string): Promise<string> {
    const { id } = await data<{ id: string }>(owner.token, 'POST', '/finance/transactions', {
      financial_account_id: accountId,
      amount: '-42.00',
      currency: 'CZK',
      booking_date: '2026-03-02',
      debtor: { name: `${MARK} holder`, iban: `${MARK}IBAN1`, bban: `${MARK}BBAN1` },
      creditor: { name: 'Corner shop', iban: `${MARK}IBAN2`, bban: `${MARK}BBAN2` },
      remittance_information: { unstructured: title },
    });
    return id;
  }

  async function transaction(token: string, id: string): Promise<Record<string, unknown>> {
    const [found] = await data<Record<string, unknown>[]>(
      token,
      'GET',
      `/finance/transactions?filter[id]=${id}`,
    );
    if (!found) throw new Error(`transaction ${id} is not there`);
    return found;
  }

  const payeeOf = async (id: string): Promise<unknown> =>
    ((await transaction(owner.token, id)) as { mapped_fields?: { payee?: unknown } }).mapped_fields?.payee;

  async function attachedRule(token: string, title: string, rule: object): Promise<string> {
    const { id } = await data<{ id: string }>(token, 'POST', '/rules', {
      name: title,
      conditions: [{ field_name: 'remittance_information.unstructured', operator: 'equals', value: title }],
      ...rule,
    });
    await data(token, 'POST', `/rules/${id}/accounts/${accountId}`, {});
    return id;
  }

  const setting = (field_name: string, value: string) => ({ action_type: 'SET_FIELD', field_name, value });

  it('B.1 a mapping does not reveal what its author may not read', async () => {
    const config = { map_fields: { payee: 'debtor.iban' } };
    const refused = await rest(app, 'PUT', `/finance/accounts/${accountId}`, { config });
    expect([refused.status, Object.keys(refused.body['errors'] as object)]).toEqual([
      422,
      ['config.map_fields.payee'],
    ]);
    // A mapping from before paths were checked.
    await system().sql(
      `update ingestion_sync.financial_accounts set config = jsonb_set(config, '{map_fields,payee}', '"debtor.iban"')
        where id = $1`,
      [accountId],
    );
    expect(await payeeOf(await outflow('mapped before'))).toBe('Corner shop');

    const other = { config: { map_fields: { payee: 'debtor.bban' } } };
    await data(owner.token, 'PUT', `/finance/accounts/${accountId}`, other);
    expect(await payeeOf(await outflow('mapped by the owner'))).toBe(`${MARK}BBAN1`);
    const usual = { config: { map_fields: { payee: 'counterparty.name' } } };
    await data(owner.token, 'PUT', `/finance/accounts/${accountId}`, usual);
  });

  it('B.2 a template reads only what its author may read, however it is written', async () => {
    const peek = { actions: [setting('mapped_fields.payee', `seen: ${PEEK}`)] };
    await attachedRule(app, 'by the app', peek);
    await attachedRule(owner.token, 'by the owner', peek);
    const [byApp, byOwner] = [await outflow('by the app'), await outflow('by the owner')];
    await eventually(async () => {
      expect(await payeeOf(byApp)).toMatch(/^seen:/);
      expect(await payeeOf(byOwner)).toMatch(/^seen:/);
    });
    expect(await payeeOf(byApp)).not.toContain(MARK);
    expect(await payeeOf(byOwner)).toContain(`${MARK}IBAN1`);
    expect(await payeeOf(byOwner)).toContain(`${MARK} holder`);

    const rule = { name: 'Try', ...peek };
    const preview = { rule, financial_account_ids: [accountId] };
    expect(JSON.stringify(await data(owner.token, 'POST', '/rules/preview', preview))).toContain(MARK);
    const matches = await data<{ matches: { transaction_id: string; changes: object[] }[] }>(
      app,
      'POST',
      '/rules/preview',
      preview,
    );
    const own = matches.matches.filter(({ transaction_id }) => transaction_id === byApp);
    expect(own).toHaveLength(1);
    expect(JSON.stringify(own)).not.toContain(MARK);
  });

  it('B.2 a condition on the account holder is false for an author who may not read the holder', async () => {
    const title = 'guessed';
    await attachedRule(app, title, {
      conditions: [{ field_name: 'debtor.name', operator: 'contains', value: MARK }],
      actions: [setting('mapped_fields.payee', 'guessed right')],
    });
    await attachedRule(owner.token, title, { actions: [setting('mapped_fields.description', 'was shaped')] });
    const id = await outflow(title);
    await eventually(async () =>
      expect(await transaction(owner.token, id)).toMatchObject({
        mapped_fields: { description: 'was shaped' },
      }),
    );
    expect(await payeeOf(id)).toBe('Corner shop');
  });

  it('B.3 changing an amount to the other sign does not reveal the account holder', async () => {
    const id = await outflow('edited');
    const changed = await rest(app, 'PUT', `/finance/transactions/${id}`, { amount: '42.00' });
    expect(changed.status).toBe(200);
    expect(JSON.stringify(changed.body)).not.toContain(MARK);
    await eventually(async () =>
      expect(await transaction(app, id)).toMatchObject({
        amount: '42.00',
        creditor: { name: 'Corner shop' },
      }),
    );

    await attachedRule(app, 'turned', { actions: [setting('amount', '42.00')] });
    const turned = await outflow('turned');
    // Rules do not change a field that the user set, until the user releases it.
    await rest(app, 'PUT', `/finance/transactions/${turned}`, { amount: null });
    await eventually(async () => expect(await transaction(app, turned)).toMatchObject({ amount: '42.00' }));

    for (const found of [id, turned]) {
      expect(JSON.stringify(await transaction(app, found))).not.toContain(MARK);
      expect(await transaction(owner.token, found)).toMatchObject({ debtor: { name: `${MARK} holder` } });
      for (const filter of ['search', 'debtor.name']) {
        const path = `/finance/transactions?filter[${filter}]=${MARK}&filter[id]=${found}`;
        expect(await data(app, 'GET', path)).toEqual([]);
        expect(await data(owner.token, 'GET', path)).toHaveLength(1);
      }
    }
  });

  it('B.4 rule logs need transactions:read, and rules hide the identifiers that they search for', async () => {
    const blind = await system().token({ userId: owner.id, scopes: ['rules:read'] });
    expect((await rest(blind, 'GET', '/rule-logs')).status).toBe(403);
    const { id } = await data<{ id: string }>(owner.token, 'POST', '/rules', {
      name: 'Own accounts',
      conditions: [{ field_name: 'creditor.iban', operator: 'equals', value: `${MARK}IBAN3` }],
      actions: [setting('mapped_fields.payee', `{% if debtor.iban == '${MARK}IBAN3' %}me{% endif %}`)],
    });
    for (const path of [`/rules/${id}`, '/rules?page[size]=100']) {
      expect(JSON.stringify((await rest(blind, 'GET', path)).body)).not.toContain(`${MARK}IBAN3`);
      expect(JSON.stringify((await rest(owner.token, 'GET', path)).body)).toContain(`${MARK}IBAN3`);
    }
    const shown = await data<{ conditions: { id: string }[]; actions: { id: string }[] }>(
      app,
      'GET',
      `/rules/${id}`,
    );
    const part = ({
      created_at: _c,
      updated_at: _u,
      rules_count: _r,
      order: _o,
      ...kept
    }: Record<string, unknown>) => kept;
    await data(app, 'PUT', `/rules/${id}`, {
      conditions: shown.conditions.map(part),
      actions: shown.actions.map(part),
    });
    expect(JSON.stringify((await rest(owner.token, 'GET', `/rules/${id}`)).body)).toContain(`${MARK}IBAN3`);
  });

  it('B.1 to B.4 left no identifier in any log', () => {
    expect(system().logs()).not.toContain(MARK);
  });
}
