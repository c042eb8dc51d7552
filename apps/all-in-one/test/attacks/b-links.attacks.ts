import { eventually } from '@tributary/testing';
import { SANDBOX_CREDENTIALS } from '../../src/child-processes/sandbox';
import type { AttackedSystem, AttackedUser } from './attacked-system';

const MARK = 'ZQLINK';
/** The scopes of an app that may carry transactions and manage rules, but not see account holders. */
const SCOPES = [
  'accounts:read',
  'transactions:read',
  'rules:read',
  'rules:write',
  'transfer-links:read',
  'transfer-links:write',
  'destinations:read',
] as const;
const WITHIN = { timeoutMs: 60_000 };

/** Section B of docs/explanation/security.md: the data that links transfer, and the authors of their rules. */
export function carryingMore(system: () => AttackedSystem): void {
  let owner: AttackedUser;
  let app: string;
  let accountIds: string[];
  let places: { id: string }[];
  const data = <T = { id: string }>(token: string, method: string, path: string, body?: unknown) =>
    system().data<T>(method, path, token, body);
  const status = async (token: string, method: string, path: string, body?: unknown) =>
    (await system().rest(method, path, token, body)).status;

  beforeAll(async () => {
    owner = await system().user('b-links');
    accountIds = await system().connectBank(owner);
    app = await system().token({ userId: owner.id, scopes: SCOPES });
    const body = { name: 'ours', access_token: SANDBOX_CREDENTIALS.budgetaToken };
    await data(owner.token, 'POST', '/destinations/budgeta/connections', body);
    places = await data(owner.token, 'GET', '/destinations/budgeta/accounts');
  }, 240_000);

  const linkBy = (token: string, index: number, accountId = accountIds[0]) =>
    data(token, 'POST', '/transfer-links', {
      financial_account_id: Number(accountId),
      destination_type: 'BUDGETA',
      destination_id: Number(places[index]?.id),
      transfer_start_date: '2026-03-01',
    });
  const ruleOf = (token: string, value: string, enabled = true) =>
    data(token, 'POST', '/rules', {
      name: 'Says who',
      enabled,
      conditions: [],
      actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.description', value }],
    });

  /** An outflow of the account with a mark in every member about the account holder. */
  const outflow = () =>
    data(owner.token, 'POST', '/finance/transactions', {
      financial_account_id: accountIds[0],
      amount: '-42.00',
      currency: 'CZK',
      booking_date: '2026-03-02',
      debtor: { name: `${MARK} holder`, iban: `${MARK}IBAN1` },
      creditor: { name: 'Corner shop', iban: `${MARK}IBAN2` },
    });

  /** Returns the text that was sent to the link's destination. */
  const sent = async (link: { id: string }, transaction: { id: string }): Promise<string> => {
    const [row] = await system().sql<{ content: { description: string } }>(
      `select content from transfer_engine.transfers
        where link_id = $1 and transaction_id = $2 and state = 'TRANSFERRED'`,
      [link.id, transaction.id],
    );
    if (!row) throw new Error('the transaction is not at the destination yet');
    return row.content.description;
  };

  it('B.5 a link carries no more than its author could read, whoever wrote its attached rules', async () => {
    const links = { app: await linkBy(app, 0), owner: await linkBy(owner.token, 1) };
    const peek = await ruleOf(owner.token, 'seen: {{ creditor.iban }} {{ debtor.name }} {{ creditor.name }}');
    for (const link of Object.values(links))
      await data(owner.token, 'POST', `/rules/${peek.id}/transfer-links/${link.id}`, {});
    const transaction = await outflow();
    const byOwner = await eventually(() => sent(links.owner, transaction), WITHIN);
    expect(byOwner).toBe(`seen: ${MARK}IBAN2 ${MARK} holder Corner shop`);
    expect(await eventually(() => sent(links.app, transaction), WITHIN)).toBe('seen:   Corner shop');
    for (const link of Object.values(links)) await data(owner.token, 'DELETE', `/transfer-links/${link.id}`);
  });

  it('B.6 an app cannot attach a rule that reads more than the app may', async () => {
    const link = await linkBy(app, 2, accountIds[1]);
    const wide = await ruleOf(owner.token, '{{ creditor.iban }}');
    const off = await ruleOf(owner.token, '{{ creditor.iban }}', false);
    await data(owner.token, 'POST', `/rules/${off.id}/accounts/${accountIds[1]}`, {});
    for (const [method, path, body] of [
      ['POST', `/rules/${wide.id}/accounts/${accountIds[1]}`, {}],
      ['POST', `/rules/${wide.id}/transfer-links/${link.id}`, {}],
      ['PUT', `/rules/${off.id}`, { enabled: true }],
    ] as const) {
      const refused = await system().rest(method, path, app, body);
      expect([path, refused.status, refused.body['message']]).toEqual([
        path,
        403,
        'The access token lacks the scope sensitive:read.',
      ]);
    }
    await data(owner.token, 'POST', `/rules/${wide.id}/accounts/${accountIds[1]}`, {});
    expect(await status(app, 'POST', `/rules/${wide.id}/apply`, { dry_run: true })).toBe(403);

    const harmless = await ruleOf(owner.token, 'of the owner');
    for (const at of [`accounts/${accountIds[1]}`, `transfer-links/${link.id}`])
      expect(await status(app, 'POST', `/rules/${harmless.id}/${at}`, {})).toBe(200);

    const blind = await system().token({ userId: owner.id, scopes: ['rules:write', 'rules:read'] });
    const own = await ruleOf(blind, 'of a blind app');
    expect(await status(blind, 'POST', `/rules/${own.id}/transfer-links/${link.id}`, {})).toBe(403);
    for (const { id } of [wide, off, harmless, own]) await data(owner.token, 'DELETE', `/rules/${id}`);
    await data(owner.token, 'DELETE', `/transfer-links/${link.id}`);
  });

  it('B.5 and B.6 left no identifier in any log', () => {
    expect(system().logs()).not.toContain(MARK);
  });
}
