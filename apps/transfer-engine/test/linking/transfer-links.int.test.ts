import {
  AccountDeletedV1,
  BalanceSnapshottedV1,
  CheckTransferLink,
  CreateTransferLinks,
  DeleteTransferLink,
  Problem,
  RetryTransferLink,
  TransferLinkUpsertedV1,
  UpdateTransferLink,
  ownerOf,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { ACCOUNT_ID, shaped, TransferEngineFixture, USER } from '../transfer-engine.fixture';

let fixture: TransferEngineFixture;

beforeEach(async () => {
  fixture = await TransferEngineFixture.start();
});
afterEach(() => fixture.close());

const newLink = (destinationId: number, financialAccountId = ACCOUNT_ID) => ({
  financialAccountId,
  destinationType: 'BUDGETA' as const,
  destinationId,
  transferStartDate: null,
  active: true,
  syncMode: 'TRANSACTIONS' as const,
  onBookedChange: {},
});

const detailOf = (refused: Promise<unknown>): Promise<unknown> =>
  refused.then(
    () => 'was taken',
    (error: unknown) => (error instanceof Problem ? error.detail : error),
  );

describe('connecting a budget', () => {
  it('returns its accounts with the notes to pair them by, and publishes all of it once', async () => {
    const { connectionId, budgetAccounts } = await fixture.connect();
    expect(budgetAccounts).toHaveLength(3);
    expect(budgetAccounts[0]?.note).toMatch(/^[0-9a-f-]{36}$/);
    const again = await fixture.connect();
    expect(again).toEqual({ connectionId, budgetAccounts });
  });

  it('a token that BUDGETA refuses is 422 on the field', async () => {
    await fixture.fault({ kind: 'status', status: 401, path: 'user' });
    expect(await detailOf(fixture.connect())).toMatchObject({
      kind: 'invalid',
      errors: { access_token: [expect.any(String)] },
    });
  });

  it('a BUDGETA that is down is an upstream problem', async () => {
    await fixture.fault({ kind: 'drop', path: 'plans' });
    expect(await detailOf(fixture.connect())).toMatchObject({ kind: 'upstream' });
    expect(await fixture.database.query('select 1 from destination_connections')).toEqual([]);
  });
});

describe('creating links', () => {
  it('creates all or none; errors name each field by its path', async () => {
    await fixture.account();
    await fixture.account(18, 2);
    const { budgetAccounts } = await fixture.connect();
    const id = budgetAccounts[0]?.id ?? 0;
    const links = [
      newLink(id),
      newLink(999),
      newLink(id, 18),
      { ...newLink(id), destinationType: 'SHEETS' as const },
    ];
    expect(await detailOf(fixture.send(CreateTransferLinks, { links }))).toEqual({
      kind: 'invalid',
      errors: {
        'links.1.destination_id': ['The selected links.1.destination_id is invalid.'],
        'links.2.financial_account_id': ['The selected links.2.financial_account_id is invalid.'],
        'links.3.destination_id': ['The selected links.3.destination_id is invalid.'],
      },
    });
    expect(await fixture.database.query('select 1 from transfer_links')).toEqual([]);
  });

  it('refuses an account that was not granted', async () => {
    await fixture.account();
    const { budgetAccounts } = await fixture.connect();
    const caller = { ...USER, accountIds: [5] };
    const refused = fixture.send(
      CreateTransferLinks,
      { links: [newLink(budgetAccounts[0]?.id ?? 0)] },
      caller,
    );
    expect(await detailOf(refused)).toMatchObject({ kind: 'invalid' });
  });

  it('links an account to a destination once, or every transaction would arrive there twice', async () => {
    await fixture.account();
    const { budgetAccounts } = await fixture.connect();
    const link = newLink(budgetAccounts[0]?.id ?? 0);
    const twice = fixture.send(CreateTransferLinks, { links: [link, link] });
    expect(await detailOf(twice)).toEqual({
      kind: 'invalid',
      errors: { 'links.1.destination_id': ['The account is already linked to this destination.'] },
    });
    await fixture.send(CreateTransferLinks, { links: [link] });
    const again = fixture.send(CreateTransferLinks, { links: [link] });
    expect(await detailOf(again)).toMatchObject({ kind: 'invalid' });
    expect(await fixture.database.query('select 1 from transfer_links')).toHaveLength(1);
  });

  it('creates 500 in one command; the same idempotency key again returns the same links', async () => {
    const accountIds = Array.from({ length: 500 }, (_, index) => ACCOUNT_ID + index);
    for (const id of accountIds) await fixture.account(id);
    const { budgetAccounts } = await fixture.connect();
    const links = accountIds.map((id) => newLink(budgetAccounts[0]?.id ?? 0, id));
    const first = await fixture.send(CreateTransferLinks, { links }, USER, 'key');
    expect(await fixture.send(CreateTransferLinks, { links }, USER, 'key')).toEqual(first);
    expect(new Set(first.links.map((link) => link.id)).size).toBe(500);
  });
});

describe('changing a link', () => {
  it('changes the given members only; null clears the start date', async () => {
    const { link } = await fixture.linked({ transferStartDate: '2026-01-01' });
    const changed = await fixture.send(UpdateTransferLink, {
      transferLinkId: link.id,
      onBookedChange: { update_payee: false },
    });
    expect(changed).toMatchObject({ historyVersion: 1 });
    expect(changed.version).toBeGreaterThan(link.version);
    expect(changed.document).toEqual({
      ...link.document,
      on_booked_change: { ...link.document.on_booked_change, update_payee: false },
    });
    const cleared = await fixture.send(UpdateTransferLink, {
      transferLinkId: link.id,
      transferStartDate: null,
    });
    expect(cleared).toMatchObject({ historyVersion: 2, document: { transfer_start_date: null } });
    await eventually(() =>
      expect(fixture.of(TransferLinkUpsertedV1).map(({ version }) => version)).toEqual(
        expect.arrayContaining([link.version, changed.version, cleared.version]),
      ),
    );
  });

  it('an unknown, a foreign and an ungranted link look the same to every command', async () => {
    const { link } = await fixture.linked();
    for (const command of [UpdateTransferLink, DeleteTransferLink, RetryTransferLink, CheckTransferLink]) {
      for (const [transferLinkId, caller] of [
        [999, USER],
        [link.id, ownerOf(2)],
        [link.id, { ...ownerOf(1), accountIds: [99] }],
      ] as const) {
        const refused = fixture.send(command, { transferLinkId }, caller);
        expect([command.name, await detailOf(refused)]).toEqual([command.name, { kind: 'not_found' }]);
      }
    }
    expect(fixture.of(TransferLinkUpsertedV1).filter(({ deleted }) => deleted)).toEqual([]);
  });

  it('destination_type needs destination_id, of that type and the caller’s', async () => {
    const { link } = await fixture.linked();
    for (const change of [
      { destinationType: 'BUDGETA' as const },
      { destinationType: 'SHEETS' as const, destinationId: link.document.destination_id },
      { destinationId: 999 },
    ]) {
      const refused = fixture.send(UpdateTransferLink, { transferLinkId: link.id, ...change });
      expect(await detailOf(refused)).toMatchObject({
        kind: 'invalid',
        errors: { destination_id: [expect.any(String)] },
      });
    }
  });

  it('a paused link sends nothing; resumed, it sends waiting transfers and the history again', async () => {
    const { link } = await fixture.linked();
    await fixture.restart({ lingerMs: 600_000 });
    await fixture.shape([shaped(1, [link.id])]);
    const paused = await fixture.send(UpdateTransferLink, { transferLinkId: link.id, active: false });
    await fixture.shape([shaped(2, [link.id])]);
    await fixture.restart({ lingerMs: 20 });
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([{ transactionId: 1, state: 'HELD' }]);
    const resumed = await fixture.send(UpdateTransferLink, { transferLinkId: link.id, active: true });
    expect(resumed).toMatchObject({ historyVersion: 2 });
    // The progress of the first history may have made versions in between.
    expect(resumed.version).toBeGreaterThan(paused.version);
    await fixture.shape([1, 2].map((id) => shaped(id, [link.id], { shapedVersion: 2 })));
    await fixture.idle();
    expect(await fixture.ledger()).toHaveLength(2);
  });

  it('a link that is pointed elsewhere sends the history there and keeps what it had sent', async () => {
    const { link, budgetAccounts } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id])]);
    await fixture.idle();
    await fixture.restart({ lingerMs: 600_000 });
    await fixture.shape([shaped(2, [link.id])]);
    const moved = await fixture.send(UpdateTransferLink, {
      transferLinkId: link.id,
      destinationId: budgetAccounts[1]?.id,
    });
    expect(moved).toMatchObject({ historyVersion: 2 });
    await fixture.restart({ lingerMs: 20 });
    await fixture.shape([1, 2].map((id) => shaped(id, [link.id], { shapedVersion: 2 })));
    await fixture.idle();
    expect((await fixture.ledger()).map((row) => row.amount).sort()).toEqual([-1500, -1500, -2500]);
    expect((await fixture.states()).map(({ state }) => state).sort()).toEqual([
      'SKIPPED',
      'TRANSFERRED',
      'TRANSFERRED',
      'TRANSFERRED',
    ]);
  });

  it('a link for balances carries no transactions', async () => {
    const { link } = await fixture.linked({ syncMode: 'BALANCE' });
    await fixture.shape([shaped(1, [link.id])]);
    expect(await fixture.states()).toEqual([]);
  });
});

it('a deleted account ends its links, and an older message does not restore it', async () => {
  const { link } = await fixture.linked();
  await fixture.publish(AccountDeletedV1, ACCOUNT_ID, { id: ACCOUNT_ID, version: 9, userId: 1 });
  await fixture.account(ACCOUNT_ID, 1, 3);
  await fixture.publish(BalanceSnapshottedV1, ACCOUNT_ID, {
    ...BalanceSnapshottedV1.sample,
    financialAccountId: ACCOUNT_ID,
    userId: 1,
  });
  expect(await fixture.database.query('select 1 from account_balances')).toEqual([]);
  await fixture.shape([shaped(1, [link.id])]);
  expect(await fixture.states()).toEqual([]);
  const change = { transferLinkId: link.id, active: false };
  expect(await detailOf(fixture.send(UpdateTransferLink, change))).toEqual({ kind: 'not_found' });
  await eventually(() =>
    expect(fixture.of(TransferLinkUpsertedV1).at(-1)).toMatchObject({
      id: link.id,
      deleted: true,
      version: 2,
    }),
  );
});
