import {
  AccountDeletedV1,
  BalanceSnapshottedV1,
  Caller,
  CheckTransferLink,
  CreateTransferLinks,
  Problem,
  RetryTransferLink,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { TestUser } from '../test-user.fixture';
import { shaped, TransferEngineFixture } from '../transfer-engine.fixture';

let service: TransferEngineFixture;
let user: TestUser;

beforeAll(async () => {
  service = await TransferEngineFixture.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  user = await TestUser.of(service);
});
afterEach(() => user.endFaults());

const newLink = (destinationId: number, financialAccountId = user.accountId) => ({
  financial_account_id: financialAccountId,
  destination_type: 'BUDGETA' as const,
  destination_id: destinationId,
  transfer_start_date: null,
  active: true,
  sync_mode: 'TRANSACTIONS' as const,
  on_booked_change: {},
});

/** Of the user's. */
const rowsOf = (table: string) => user.database.query(`select 1 from ${table} where user_id = $1`, [user.id]);

const detailOf = (refused: Promise<unknown>): Promise<unknown> =>
  refused.then(
    () => 'was taken',
    (error: unknown) => (error instanceof Problem ? error.detail : error),
  );

describe('connecting a budget', () => {
  it('returns its accounts with the notes to pair them by, and publishes all of it once', async () => {
    const { connectionId, budgetAccounts } = await user.connect();
    expect(budgetAccounts).toHaveLength(3);
    expect(budgetAccounts[0]?.note).toMatch(/^[0-9a-f-]{36}$/);
    const again = await user.connect();
    expect(again).toEqual({ connectionId, budgetAccounts });
  });

  it('a token that BUDGETA refuses is 422 on the field', async () => {
    await user.fault({ kind: 'status', status: 401, path: 'user' });
    expect(await detailOf(user.connect())).toMatchObject({
      kind: 'invalid',
      errors: { access_token: [expect.any(String)] },
    });
  });

  it('a BUDGETA that is down is an upstream problem', async () => {
    await user.fault({ kind: 'drop', path: 'plans' });
    expect(await detailOf(user.connect())).toMatchObject({ kind: 'upstream' });
    expect(await rowsOf('destination_connections')).toEqual([]);
  });
});

describe('creating links', () => {
  it('creates all or none; errors name each field by its path', async () => {
    await user.account();
    const other = await TestUser.of(service);
    await other.account();
    const { budgetAccounts } = await user.connect();
    const id = budgetAccounts[0]?.id ?? 0;
    const links = [
      newLink(id),
      newLink(999_999),
      newLink(id, other.accountId),
      { ...newLink(id), destination_type: 'SHEETS' as const },
    ];
    expect(await detailOf(user.send(CreateTransferLinks, { links, mode: 'all_or_none' }))).toEqual({
      kind: 'invalid',
      errors: {
        'links.1.destination_id': ['The selected destination_id is invalid.'],
        'links.2.financial_account_id': ['The selected financial_account_id is invalid.'],
        'links.3.destination_id': ['The selected destination_id is invalid.'],
      },
    });
    expect(await detailOf(user.createLink(newLink(999_999)))).toEqual({
      kind: 'invalid',
      errors: { destination_id: ['The selected destination_id is invalid.'] },
    });
    expect(await rowsOf('transfer_links')).toEqual([]);
  });

  it('refuses an account that was not granted', async () => {
    await user.account();
    const { budgetAccounts } = await user.connect();
    const caller = { ...user.caller, accountIds: [5] };
    const refused = user.createLink(newLink(budgetAccounts[0]?.id ?? 0), caller);
    expect(await detailOf(refused)).toMatchObject({ kind: 'invalid' });
  });

  it('links an account to a destination once, or every transaction would arrive there twice', async () => {
    await user.account();
    const { budgetAccounts } = await user.connect();
    const link = newLink(budgetAccounts[0]?.id ?? 0);
    const twice = user.send(CreateTransferLinks, { links: [link, link], mode: 'all_or_none' });
    expect(await detailOf(twice)).toEqual({
      kind: 'invalid',
      errors: { 'links.1.destination_id': ['The account is already linked to this destination.'] },
    });
    await user.createLink(link);
    const again = user.createLink(link);
    expect(await detailOf(again)).toMatchObject({ kind: 'invalid' });
    expect(await rowsOf('transfer_links')).toHaveLength(1);
  });

  it('creates 500 in one command; the same idempotency key again returns the same links', async () => {
    const accountIds = Array.from({ length: 500 }, (_, index) => user.accountId + index);
    for (const id of accountIds) await user.account(id);
    const { budgetAccounts } = await user.connect();
    const links = accountIds.map((id) => newLink(budgetAccounts[0]?.id ?? 0, id));
    const create = () => user.send(CreateTransferLinks, { links, mode: 'all_or_none' }, user.caller, 'key');
    const first = await create();
    expect(await create()).toEqual(first);
    expect(new Set(first.results.map(({ link }) => link?.id)).size).toBe(500);
  });
});

describe('changing a link', () => {
  it('changes the given members only; null clears the start date', async () => {
    const { link } = await user.linked({ transfer_start_date: '2026-01-01' });
    const changed = await user.changeLink({
      transfer_link_id: link.id,
      on_booked_change: { update_payee: false },
    });
    expect(changed).toMatchObject({ historyVersion: 1 });
    expect(changed.version).toBeGreaterThan(link.version);
    expect(changed.document).toEqual({
      ...link.document,
      on_booked_change: { ...link.document.on_booked_change, update_payee: false },
    });
    const cleared = await user.changeLink({
      transfer_link_id: link.id,
      transfer_start_date: null,
    });
    expect(cleared).toMatchObject({ historyVersion: 2, document: { transfer_start_date: null } });
    await eventually(() =>
      expect(user.of(TransferLinkUpsertedV1).map(({ version }) => version)).toEqual(
        expect.arrayContaining([link.version, changed.version, cleared.version]),
      ),
    );
  });

  it('an unknown, a foreign and an ungranted link look the same to every command', async () => {
    const { link } = await user.linked();
    const { caller: other } = await TestUser.of(service);
    const commands = {
      update: (id: number, caller: Caller) => user.changeLink({ transfer_link_id: id }, caller),
      delete: (id: number, caller: Caller) => user.deleteLink(id, caller),
      retry: (transferLinkId: number, caller: Caller) =>
        user.send(RetryTransferLink, { transferLinkId }, caller),
      check: (transferLinkId: number, caller: Caller) =>
        user.send(CheckTransferLink, { transferLinkId }, caller),
    };
    for (const [name, command] of Object.entries(commands)) {
      for (const [transferLinkId, caller] of [
        [999_999, user.caller],
        [link.id, other],
        [link.id, { ...user.caller, accountIds: [99] }],
      ] as const) {
        const refused = command(transferLinkId, caller);
        expect([name, await detailOf(refused)]).toEqual([name, { kind: 'not_found' }]);
      }
    }
    expect(user.of(TransferLinkUpsertedV1).filter(({ deleted }) => deleted)).toEqual([]);
  });

  it('destination_type needs destination_id, of that type and the caller’s', async () => {
    const { link } = await user.linked();
    for (const change of [
      { destination_type: 'BUDGETA' as const },
      { destination_type: 'SHEETS' as const, destination_id: link.document.destination_id },
      { destination_id: 999_999 },
    ]) {
      const refused = user.changeLink({ transfer_link_id: link.id, ...change });
      expect(await detailOf(refused)).toMatchObject({
        kind: 'invalid',
        errors: { destination_id: [expect.any(String)] },
      });
    }
  });

  it('a paused link sends nothing; resumed, it sends waiting transfers and the history again', async () => {
    const { link } = await user.linked();
    await user.holdSending();
    await user.shape([shaped(1, [link.id])]);
    const paused = await user.changeLink({ transfer_link_id: link.id, active: false });
    await user.shape([shaped(2, [link.id])]);
    await user.letSend();
    await user.idle();
    expect(await user.states()).toMatchObject([{ transactionId: 1, state: 'HELD' }]);
    const resumed = await user.changeLink({ transfer_link_id: link.id, active: true });
    expect(resumed).toMatchObject({ historyVersion: 2 });
    // The progress of the first history may have made versions in between.
    expect(resumed.version).toBeGreaterThan(paused.version);
    await user.shape([1, 2].map((id) => shaped(id, [link.id], { shapedVersion: 2 })));
    await user.idle();
    expect(await user.ledger()).toHaveLength(2);
  });

  it('a link that is pointed elsewhere sends the history there and keeps what it had sent', async () => {
    const { link, budgetAccounts } = await user.linked();
    await user.shape([shaped(1, [link.id])]);
    await user.idle();
    await user.holdSending();
    await user.shape([shaped(2, [link.id])]);
    const moved = await user.changeLink({
      transfer_link_id: link.id,
      destination_id: budgetAccounts[1]?.id,
    });
    expect(moved).toMatchObject({ historyVersion: 2 });
    await user.letSend();
    await user.shape([1, 2].map((id) => shaped(id, [link.id], { shapedVersion: 2 })));
    await user.idle();
    expect((await user.ledger()).map((row) => row.amount).sort()).toEqual([-1500, -1500, -2500]);
    expect((await user.states()).map(({ state }) => state).sort()).toEqual([
      'SKIPPED',
      'TRANSFERRED',
      'TRANSFERRED',
      'TRANSFERRED',
    ]);
  });

  it('a link for balances carries no transactions', async () => {
    const { link } = await user.linked({ sync_mode: 'BALANCE' });
    await user.shape([shaped(1, [link.id])]);
    expect(await user.states()).toEqual([]);
  });
});

it('a deleted account ends its links, and an older message does not restore it', async () => {
  const { link } = await user.linked();
  const { accountId } = user;
  await service.publish(AccountDeletedV1, accountId, { id: accountId, version: 9, userId: user.id });
  await user.account(accountId, 3);
  await service.publish(BalanceSnapshottedV1, accountId, {
    ...BalanceSnapshottedV1.sample,
    financialAccountId: accountId,
    userId: user.id,
  });
  expect(
    await user.database.query('select 1 from account_balances where account_id = $1', [accountId]),
  ).toEqual([]);
  await user.shape([shaped(1, [link.id])]);
  expect(await user.states()).toEqual([]);
  const change = { transfer_link_id: link.id, active: false };
  expect(await detailOf(user.changeLink(change))).toEqual({ kind: 'not_found' });
  await eventually(() =>
    expect(user.of(TransferLinkUpsertedV1).at(-1)).toMatchObject({
      id: link.id,
      deleted: true,
      version: 2,
    }),
  );
});
