import {
  Caller,
  CreateTransferLinks,
  DeleteTransferLinks,
  LinkOutcome,
  TransferLinkUpsertedV1,
  UpdateTransferLinks,
} from '@tributary/contracts';
import { TestUser } from '../test-user.fixture';
import { TransferEngineFixture } from '../transfer-engine.fixture';

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

const app = (...scopes: string[]): Caller => ({
  ...user.caller,
  scopes: ['transfer-links:write', ...scopes],
  grant: { id: 'app:1', version: 1, expiresAt: null },
});

/** Accounts with a link each to the first account of the budget. */
async function linked(count: number): Promise<{ ids: number[]; target: number }> {
  const { budgetAccounts } = await user.connect();
  const target = budgetAccounts[0]?.id ?? 0;
  const accounts = Array.from({ length: count }, (_, index) => user.accountId + index);
  await Promise.all(accounts.map((id) => user.account(id)));
  const { results } = await user.send(CreateTransferLinks, {
    mode,
    links: accounts.map((id) => newLink(target, id)),
  });
  return { ids: results.map(({ transferLinkId }) => transferLinkId ?? 0), target };
}

const mode = 'each' as const;

const kinds = (results: readonly LinkOutcome[]) => results.map(({ refusal }) => refusal?.kind ?? 'done');

const stored = () =>
  user.database.query<{ id: number; active: boolean; deleted: boolean }>(
    'select id, active, deleted from transfer_links where user_id = $1 order by id',
    [user.id],
  );

describe('making several links', () => {
  it('one that is refused names its fields and leaves the others alone', async () => {
    await user.account();
    const other = await TestUser.of(service);
    await other.account();
    const { budgetAccounts } = await user.connect();
    const [first, second] = budgetAccounts.map(({ id }) => id);
    const links = [
      newLink(first ?? 0),
      newLink(999_999),
      newLink(first ?? 0, other.accountId),
      newLink(first ?? 0),
      newLink(second ?? 0),
    ];
    const { results } = await user.send(CreateTransferLinks, { links, mode });
    expect(results).toMatchObject([
      { link: { document: { destination_id: first } }, refusal: null },
      { transferLinkId: null, link: null, refusal: { errors: { destination_id: [expect.any(String)] } } },
      {
        refusal: {
          kind: 'invalid',
          errors: { financial_account_id: ['The selected financial_account_id is invalid.'] },
        },
      },
      { refusal: { errors: { destination_id: ['The account is already linked to this destination.'] } } },
      { link: { document: { destination_id: second } }, refusal: null },
    ]);
    await user.idle();
    expect(user.of(TransferLinkUpsertedV1).map(({ id }) => id)).toEqual(
      results.flatMap(({ link }) => (link ? [link.id] : [])),
    );
  });

  it('takes what each would carry', async () => {
    await user.account();
    const { budgetAccounts } = await user.connect();
    const [one, other] = budgetAccounts.map(({ id }) => id);
    const links = [{ ...newLink(one ?? 0), sync_mode: 'BALANCE' as const }, newLink(other ?? 0)];
    const { results } = await user.send(CreateTransferLinks, { links, mode }, app('accounts:read'));
    expect(kinds(results)).toEqual(['done', 'forbidden']);
  });
});

describe('changing several links', () => {
  it('each has its outcome, in the order of the request', async () => {
    const { ids, target } = await linked(3);
    const [a = 0, b = 0, c = 0] = ids;
    const changes = [
      { transfer_link_id: c, active: false },
      { transfer_link_id: 999_999, active: false },
      { transfer_link_id: a, destination_id: 999_999 },
      { transfer_link_id: b, financial_account_id: user.accountId, destination_id: target },
    ];
    const { results } = await user.send(UpdateTransferLinks, { changes, mode });
    expect(kinds(results)).toEqual(['done', 'not_found', 'invalid', 'invalid']);
    expect(results[0]?.link?.document).toMatchObject({ active: false });
    expect(await stored()).toMatchObject([{ active: true }, { active: true }, { id: c, active: false }]);
  });

  it('a pause takes no more than the scope of the route, going on takes what the link carries', async () => {
    const { ids } = await linked(2);
    const set = (active: boolean) => ({
      mode,
      changes: ids.map((transferLinkId) => ({ transfer_link_id: transferLinkId, active })),
    });
    expect(kinds((await user.send(UpdateTransferLinks, set(false), app())).results)).toEqual([
      'done',
      'done',
    ]);
    expect(kinds((await user.send(UpdateTransferLinks, set(true), app())).results)).toEqual([
      'forbidden',
      'forbidden',
    ]);
    const elsewhere = { ...user.caller, accountIds: [user.accountId] };
    expect(kinds((await user.send(UpdateTransferLinks, set(true), elsewhere)).results)).toEqual([
      'done',
      'not_found',
    ]);
  });

  it('a link that moves leaves its target to the links after it; one named twice is changed once', async () => {
    await user.account();
    const { budgetAccounts } = await user.connect();
    const [one = 0, other = 0, third = 0] = budgetAccounts.map(({ id }) => id);
    const { results: made } = await user.send(CreateTransferLinks, {
      mode,
      links: [newLink(one), newLink(other)],
    });
    const [a = 0, b = 0] = made.map(({ transferLinkId }) => transferLinkId ?? 0);
    const changes = [
      { transfer_link_id: b, destination_id: one },
      { transfer_link_id: a, destination_id: third },
      { transfer_link_id: a, active: false },
    ];
    const first = await user.send(UpdateTransferLinks, { changes, mode });
    expect(first.results).toMatchObject([
      { refusal: { errors: { destination_id: ['The account is already linked to this destination.'] } } },
      { refusal: null, link: { document: { destination_id: third, active: true } } },
      { refusal: { errors: { id: ['The request names this transfer link twice.'] } } },
    ]);
    const moves = [
      { transfer_link_id: a, destination_id: one },
      { transfer_link_id: b, destination_id: third },
    ];
    const { results } = await user.send(UpdateTransferLinks, { changes: moves, mode });
    expect(results.map(({ link }) => link?.document.destination_id)).toEqual([one, third]);
  });

  it('500 are made, paused in opposite orders by two at once, and deleted', async () => {
    const { ids } = await linked(500);
    expect(new Set(ids).size).toBe(500);
    const set = (all: readonly number[]) =>
      user.send(UpdateTransferLinks, {
        mode,
        changes: all.map((transferLinkId) => ({ transfer_link_id: transferLinkId, active: false })),
      });
    await Promise.all([set(ids), set(ids.toReversed())]);
    const { results } = await user.send(DeleteTransferLinks, { transfer_link_ids: ids, mode });
    expect(new Set(kinds(results))).toEqual(new Set(['done']));
    expect((await stored()).every(({ active, deleted }) => !active && deleted)).toBe(true);
  });
});

it('deleting several: what is missing or another’s is not found, the others are deleted', async () => {
  const { ids } = await linked(2);
  const [a = 0, b = 0] = ids;
  const granted = { ...user.caller, accountIds: [user.accountId] };
  const { results } = await user.send(
    DeleteTransferLinks,
    { transfer_link_ids: [b, 999_999, a], mode },
    granted,
  );
  expect(kinds(results)).toEqual(['not_found', 'not_found', 'done']);
  expect(await stored()).toMatchObject([{ deleted: true }, { deleted: false }]);
});

it('all or none: one that is refused leaves the others as they were, and names its place in the list', async () => {
  const { ids } = await linked(2);
  const [a = 0, b = 0] = ids;
  const allOrNone = 'all_or_none' as const;
  const moved = [
    { transfer_link_id: a, active: false },
    { transfer_link_id: b, destination_id: 999_999 },
  ];
  await expect(user.send(UpdateTransferLinks, { changes: moved, mode: allOrNone })).rejects.toMatchObject({
    detail: { kind: 'invalid', errors: { 'changes.1.destination_id': [expect.any(String)] } },
  });
  const missing = { transfer_link_ids: [a, 999_999], mode: allOrNone };
  await expect(user.send(DeleteTransferLinks, missing)).rejects.toMatchObject({
    detail: { kind: 'not_found' },
  });
  expect(await stored()).toMatchObject([
    { active: true, deleted: false },
    { active: true, deleted: false },
  ]);
});
