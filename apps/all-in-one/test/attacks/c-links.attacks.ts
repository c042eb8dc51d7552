import { eventually } from '@tributary/testing';
import { SANDBOX_CREDENTIALS } from '../../src/child-processes/sandbox';
import type { AttackedSystem, AttackedUser } from './attacked-system';

/** All scopes of the routes of links and destinations, without the read scopes. */
const BLIND = [
  'transfer-links:read',
  'transfer-links:write',
  'destinations:read',
  'destinations:write',
] as const;
const WITHIN = { timeoutMs: 60_000 };

/**
 * Section C of docs/explanation/security.md: controlling a link, or its connection, without read access to its data.
 */
export function drivingLinks(system: () => AttackedSystem): void {
  let owner: AttackedUser;
  let accountIds: string[];
  let connectionId: string;
  let places: { id: string }[];
  const data = <T = { id: string }>(method: string, path: string, token: string, body?: unknown) =>
    system().data<T>(method, path, token, body);
  const answerOf = async (method: string, path: string, token: string, body?: unknown) => {
    const { status, body: answer } = await system().rest(method, path, token, body);
    return `${status} ${String(answer['message'])}`;
  };
  const budget = { name: 'mine', access_token: SANDBOX_CREDENTIALS.budgetaToken };

  beforeAll(async () => {
    owner = await system().user('driven');
    accountIds = await system().connectBank(owner);
    const made = await data('POST', '/destinations/budgeta/connections', owner.token, budget);
    connectionId = made.id;
    places = await data('GET', '/destinations/budgeta/accounts', owner.token);
  }, 240_000);

  const linkTo = (index: number, more: object = {}) => ({
    financial_account_id: Number(accountIds[0]),
    destination_type: 'BUDGETA',
    destination_id: Number(places[index]?.id),
    ...more,
  });

  it('a token that may not read a link’s data cannot change the link, its transfers or its connection', async () => {
    const link = await data('POST', '/transfer-links', owner.token, linkTo(0));
    const log = await eventually(async () => {
      const logs = await data<{ id: string }[]>('GET', '/transfer-logs', owner.token);
      if (!logs[0]) throw new Error('nothing was carried yet');
      return logs[0].id;
    }, WITHIN);
    const all = [...BLIND, 'accounts:read', 'transactions:read'] as const;
    const blind = await system().token({ userId: owner.id, scopes: [...BLIND] });
    const unnamed = await system().token({ userId: owner.id, scopes: [...all] });
    const elsewhere = await system().token({
      userId: owner.id,
      scopes: [...all, 'sensitive:read'],
      accountIds: [Number(accountIds[1])],
    });
    const connection = `/destinations/budgeta/connections/${connectionId}`;
    for (const [path, body] of [
      [`/transfer-logs/${log}/retry`, undefined],
      [`/transfer-logs/${log}/undo`, undefined],
      [`/transfer-links/${link.id}/retry`, undefined],
      [`/transfer-links/${link.id}/resume`, undefined],
      [`/transfer-links/${link.id}/drift-checks`, undefined],
      [`${connection}/refresh`, undefined],
      [`${connection}/authorize`, { redirect_url: 'https://client.example/done' }],
    ] as const) {
      const answers = [];
      for (const token of [blind, unnamed, elsewhere])
        answers.push((await answerOf('POST', path, token, body)).slice(0, 3));
      // Resuming an active link changes nothing, so everyone may.
      const ofUnnamed = path.endsWith('/resume') ? '200' : '403';
      expect([path, answers]).toEqual([path, ['403', ofUnnamed, '404']]);
    }
    for (const which of ['retry', 'undo'])
      expect(
        (
          await answerOf('PUT', `/transfer-logs/${which}-bulk`, unnamed, { transferLogIds: [Number(log)] })
        ).slice(0, 3),
      ).toBe('403');
    // Replacing the credentials for the same budgets changes the connection, too.
    expect(await answerOf('POST', '/destinations/budgeta/connections', blind, budget)).toMatch(/^403/);

    await data('POST', `/transfer-links/${link.id}/pause`, owner.token);
    const destinations = await system().token({ userId: owner.id, scopes: ['destinations:write'] });
    expect(await answerOf('DELETE', connection, destinations)).toMatch(/^403 .* transfer-links:write/);
    await data('DELETE', `/transfer-links/${link.id}`, owner.token);
  });

  it('a link for balances needs only accounts:read, and carries transactions only for those who may read them', async () => {
    const accounts = await system().token({ userId: owner.id, scopes: [...BLIND, 'accounts:read'] });
    const refused = await answerOf('POST', '/transfer-links', accounts, linkTo(1));
    expect(refused).toBe('403 The access token lacks the scope transactions:read.');
    const link = await data('POST', '/transfer-links', accounts, linkTo(1, { sync_mode: 'BALANCE' }));
    const path = `/transfer-links/${link.id}`;
    const wider = { sync_mode: 'TRANSACTIONS' };
    expect(await answerOf('PUT', path, accounts, wider)).toBe(refused);
    // The owner must create another link, because this one carries only what its author could read.
    expect(await answerOf('PUT', path, owner.token, wider)).toMatch(/^409 /);
    expect(await answerOf('POST', `${path}/resume`, accounts)).toMatch(/^200/);
    await data('DELETE', path, owner.token);
  });
}
