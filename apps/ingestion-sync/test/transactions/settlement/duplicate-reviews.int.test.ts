import {
  Caller,
  ownerOf,
  Problem,
  ReviewDecision,
  TransactionChanges,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { reconcileAccounts } from '../../../src/sync/writing/reconcile-accounts';
import { createTransferPair } from '../../../src/transactions/by-hand/decide-transfer-pair';
import { deleteTransactions } from '../../../src/transactions/by-hand/delete-transactions';
import { splitTransaction } from '../../../src/transactions/by-hand/split-transaction';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { acceptSettlement } from '../../../src/transactions/reviews/accept-settlement';
import { decideImportReviews } from '../../../src/imports/decide-import-reviews';
import { dismissSettlement } from '../../../src/transactions/reviews/dismiss-settlement';
import { mergeTransactions } from '../../../src/transactions/reviews/merge-transactions';
import { undoSettlement } from '../../../src/transactions/reviews/undo-settlement';
import { AnsweredAccount } from '../../answered-account';
import { TransactionStore, USER } from '../../transaction-store';
import { searchMonth } from '../../../src/transactions/transfer-pairs/transfer-search';

const CALLER: Caller = ownerOf(USER);
let store: TransactionStore;
let account: AnsweredAccount;
beforeAll(async () => {
  store = await TransactionStore.open();
});
afterAll(() => store.close());
beforeEach(async () => {
  const [id = 0] = await store.openAccounts(1);
  account = new AnsweredAccount(store, id);
});

const inTransaction = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => store.database.transaction(run);
const accept = (settlementId: number) =>
  inTransaction((tx) => acceptSettlement(tx, CALLER, { settlementId }));
const dismiss = (settlementId: number) =>
  inTransaction((tx) => dismissSettlement(tx, CALLER, { settlementId }));
const undo = (settlementId: number) => inTransaction((tx) => undoSettlement(tx, CALLER, { settlementId }));
const remove = (...ids: number[]) => inTransaction((tx) => deleteTransactions(tx, CALLER, ids));
const merge = (transactionId: number, otherTransactionId: number) =>
  inTransaction((tx) => mergeTransactions(tx, CALLER, { transactionId, otherTransactionId }));
const rename = (transactionId: number, payee: string) =>
  inTransaction((tx) =>
    updateTransactions(tx, CALLER, [{ transactionId, fields: { mapped_fields: { payee } } }]),
  );
const split = (transactionId: number) =>
  inTransaction((tx) =>
    splitTransaction(tx, CALLER, { transactionId, parts: [{ amount: '-1.50' }, { amount: '-1.00' }] }),
  );

/** Coffees with ids of their own: the bank sent each of them. */
const coffees = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    bookingDate: '2026-03-02',
    transactionAmount: { amount: '-2.50', currency: 'EUR' },
    creditorName: 'Kahvila',
    internalTransactionId: `c${index}`,
  }));

/** Saves a response, and returns the ids of its rows. */
async function coffee(count = 2): Promise<number[]> {
  await account.save({ booked: coffees(count) });
  return (await account.shown()).map(({ id }) => id);
}

/** A row that may be an earlier one, as a file's reading stores it. @returns its review */
async function doubt(later: number, earlier: number, importId: number | null = null): Promise<number> {
  await store.database.execute(
    `update transactions set under_review = true, document = document || '{"under_review": true}' where id = $1`,
    [later],
  );
  const [row] = await store.database.query<{ id: number }>(
    `insert into settlements (account_id, status, pending_transaction_id, booked_transaction_id, pending_key, pending_rank,
                              pending_hash, pending_day, pending_document, pending_raw, pending_listed, booked, evidence,
                              origin, file_import_id)
     select l.account_id, 'OPEN', l.id, e.id, l.identity_key, l.identity_rank, l.content_hash, l.day,
            l.document - 'under_review', l.raw, true,
            jsonb_build_object('identity_key', e.identity_key, 'amount', e.document->>'amount', 'date', e.day, 'name', null),
            '{"amount":"exact","amount_difference":"0.00","name":"same","days":0,"same_day":true,
              "same_institution_id":false,"linked_by_provider":false,"pending_listed":true}',
            'MATCHED_DUPLICATE', $3
       from transactions l, transactions e where l.id = $1 and e.id = $2 returning id`,
    [later, earlier, importId],
  );
  return row?.id ?? 0;
}

/** Two rows, the later of them under review. */
async function doubtful(): Promise<{ earlier: number; later: number; review: number }> {
  const [earlier = 0, later = 0] = await coffee();
  return { earlier, later, review: await doubt(later, earlier) };
}

const marks = ({ upserted }: Pick<TransactionChanges, 'upserted'>) =>
  upserted.map(({ id, document }) => [id, document.under_review ?? false]);

async function stateOf(id: number): Promise<object | undefined> {
  const [row] = await store.database.query<object>(
    `select state, under_review, merged_into, document ? 'under_review' as is_marked from transactions where id = $1`,
    [id],
  );
  return row;
}

const statuses = async () =>
  (
    await store.database.query<{ status: string }>(
      `select status from settlements where account_id = $1 and origin = 'MATCHED_DUPLICATE' order by id`,
      [account.id],
    )
  ).map(({ status }) => status);

const upsertedBy = (events: readonly OutgoingEvent[]) =>
  events.flatMap((event) =>
    event.contract === TransactionUpsertedV1
      ? (event.payload as TransactionChanges & { transactions: TransactionChanges['upserted'] }).transactions
      : [],
  );

describe('two booked rows that may be one', () => {
  it('are two by the user’s word: the later one counts from now on, and is published as such', async () => {
    const { later, review } = await doubtful();
    const changes = await dismiss(review);
    expect(marks(changes)).toEqual([[later, false]]);
    expect(changes.upserted).toMatchObject([{ version: 2 }]);
    expect(changes.settlements).toMatchObject([
      { document: { status: 'DISMISSED', origin: 'MATCHED_DUPLICATE', transaction_id: null } },
    ]);
    expect(await stateOf(later)).toMatchObject({ state: 'LIVE', under_review: false, is_marked: false });
    await expect(dismiss(review)).rejects.toThrow('Only an open review');
  });

  it('are one by the user’s word: the later one goes behind the earlier one, which stays as it is', async () => {
    const { earlier, later, review } = await doubtful();
    const { upserted, removed, settlements } = await accept(review);
    expect([upserted, removed]).toEqual([[], [{ id: later, version: 2 }]]);
    expect(settlements).toMatchObject([{ document: { status: 'ACCEPTED', transaction_id: earlier } }]);
    expect(await stateOf(later)).toMatchObject({ state: 'MERGED', merged_into: earlier });
    expect(await account.save({ booked: coffees(2) })).toEqual([]);
    expect((await account.shown()).map(({ id }) => id)).toEqual([earlier]);
  });

  it('are two when that is undone: the later one comes back, and counts', async () => {
    const { earlier, later, review } = await doubtful();
    await accept(review);
    const changes = await undo(review);
    expect(marks(changes)).toEqual([
      [earlier, false],
      [later, false],
    ]);
    expect(changes.settlements).toMatchObject([{ document: { status: 'UNDONE' } }]);
    expect(await stateOf(later)).toMatchObject({ state: 'LIVE', under_review: false, is_marked: false });
  });

  it('can be asked for again once they were two: what was announced stays announced', async () => {
    const { earlier, later, review } = await doubtful();
    await dismiss(review);
    const { upserted, settlements } = await undo(review);
    expect([upserted, settlements[0]?.document.status]).toEqual([[], 'OPEN']);
    expect(await stateOf(later)).toMatchObject({ under_review: false });
    expect((await accept(review)).removed).toMatchObject([{ id: later }]);
    expect(await stateOf(later)).toMatchObject({ state: 'MERGED', merged_into: earlier });
  });

  it('are one with what the user set on the later one alone', async () => {
    const { earlier, later, review } = await doubtful();
    expect(marks((await rename(later, 'Mine')).changes[0] ?? { upserted: [] })).toEqual([[later, true]]);
    const { upserted } = await accept(review);
    expect(upserted).toMatchObject([{ id: earlier, document: { mapped_fields: { payee: 'Mine' } } }]);
    await undo(review);
    const [first, second] = await account.shown();
    expect([first?.payee, second?.payee]).toEqual(['Kahvila', 'Mine']);
  });

  it('cannot be made one where a side was split, and stay open', async () => {
    const { earlier, review } = await doubtful();
    await split(earlier);
    await expect(accept(review)).rejects.toThrow('Join its parts first');
    expect(await statuses()).toEqual(['OPEN']);
  });
});

describe('a row under review', () => {
  it('stays so whatever is set on it, whatever the bank sends of it, and however it is read again', async () => {
    const { later, review } = await doubtful();
    await rename(later, 'Mine');
    const renamed = coffees(2).map((row) => ({ ...row, creditorName: 'Kahvila Oy' }));
    const events = upsertedBy(await account.save({ booked: renamed }));
    expect(events.map(({ id, document }) => [id === later, document.under_review ?? false]).sort()).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(marks(await dismiss(review))).toEqual([[later, false]]);
  });

  it('cannot be split', async () => {
    const { later } = await doubtful();
    await expect(split(later)).rejects.toEqual(
      Problem.conflict('The transaction may be another one: decide its review first, then split it.'),
    );
  });

  it('closes its review when it is deleted', async () => {
    const { earlier, later } = await doubtful();
    const { changes } = await remove(later);
    expect(changes).toMatchObject([
      { removed: [{ id: later }], settlements: [{ document: { status: 'SUPERSEDED' } }] },
    ]);
    expect((await account.shown()).map(({ id }) => id)).toEqual([earlier]);
  });

  it('counts when the row that it may be is deleted', async () => {
    const { earlier, later } = await doubtful();
    const [changes] = (await remove(earlier)).changes;
    expect(changes?.removed).toMatchObject([{ id: earlier }]);
    expect(marks(changes ?? { upserted: [] })).toEqual([[later, false]]);
    expect(await statuses()).toEqual(['SUPERSEDED']);
  });

  it('counts when the bank takes back the row that it may be', async () => {
    const { later } = await doubtful();
    const read = { ...account.read({ booked: [] }), removals: ['i:c0'], reportsChanges: true };
    const events = await store.save([read], '2026-03-20');
    expect(upsertedBy(events).map(({ id, document }) => [id, document.under_review])).toEqual([
      [later, undefined],
    ]);
    expect(await statuses()).toEqual(['SUPERSEDED']);
  });

  it('is under review again when the bank lists it again that took it back', async () => {
    const { later } = await doubtful();
    const read = { ...account.read({ booked: [] }), removals: ['i:c1'], reportsChanges: true };
    await store.save([read], '2026-03-20');
    expect(await statuses()).toEqual(['SUPERSEDED']);
    const events = await account.save({ booked: coffees(2) });
    expect(upsertedBy(events).map(({ id, document }) => [id, document.under_review])).toEqual([
      [later, true],
    ]);
    expect(await statuses()).toEqual(['OPEN']);
  });

  it('is merged by hand into any other row, and that ends its review', async () => {
    const [earlier = 0, later = 0, third = 0] = await coffee(3);
    await doubt(later, earlier);
    const { upserted, removed } = await merge(third, later);
    expect([upserted.map(({ id }) => id), removed.map(({ id }) => id)]).toEqual([[third], [later]]);
    expect(await statuses()).toEqual(['SUPERSEDED']);
  });

  it('counts when another row is merged into it by hand', async () => {
    const [earlier = 0, later = 0] = await coffee();
    await doubt(later, earlier);
    const changes = await merge(later, earlier);
    expect(marks(changes)).toEqual([[later, false]]);
    expect(changes.removed).toMatchObject([{ id: earlier }]);
    expect(await stateOf(later)).toMatchObject({ under_review: false, is_marked: false });
  });

  it('may be what its row becomes when that is merged into another one', async () => {
    const [earlier = 0, later = 0, third = 0] = await coffee(3);
    const review = await doubt(later, earlier);
    await merge(third, earlier);
    expect(await statuses()).toEqual(['OPEN']);
    expect((await accept(review)).settlements).toMatchObject([{ document: { transaction_id: third } }]);
  });

  it('is in no transfer between own accounts', async () => {
    const { later } = await doubtful();
    const [otherId = 0] = await store.openAccounts(1);
    const other = new AnsweredAccount(store, otherId);
    await other.save({
      booked: [
        {
          bookingDate: '2026-03-02',
          transactionAmount: { amount: '2.50', currency: 'EUR' },
          creditorName: 'Me',
        },
      ],
    });
    const { id: incoming } = await other.only();
    await store.database.execute('update transactions set state = $2 where account_id = $1 and id <> $3', [
      account.id,
      'DELETED',
      later,
    ]);
    await inTransaction((tx) => searchMonth(tx, USER, '2026-03-01'));
    expect(
      await store.database.query('select from transfer_pairs where outgoing_transaction_id = $1', [later]),
    ).toEqual([]);
    const pair = { transactionIds: [later, incoming] as [number, number] };
    await expect(inTransaction((tx) => createTransferPair(tx, CALLER, pair))).rejects.toThrow(
      'decide its review first',
    );
  });

  it('is not held against the balance of the bank', async () => {
    await doubtful();
    const balance = { type: 'interimBooked', currency: 'EUR', amount: '100.00', reference_date: null };
    const kept = await inTransaction((tx) =>
      reconcileAccounts(
        tx,
        [{ id: account.id, currency: 'EUR', last: null, balances: [balance as never], floor: '2026-01-01' }],
        '2026-03-20T00:00:00.000Z',
      ),
    );
    expect(kept.get(account.id)?.booked_from_floor).toBe('-2.50');
  });
});

describe('all reviews of an import', () => {
  const decide = (importId: number, decision: ReviewDecision, after = 0, caller = CALLER) =>
    inTransaction((tx) => decideImportReviews(tx, caller, { importId, decision, after }));

  async function newImport(): Promise<number> {
    const [row] = await store.database.query<{ id: number }>(
      `insert into file_imports (user_id, file_name, file_bytes, status, accounts, expires_at)
       values ($1, 'march.csv', 1, 'APPLIED', '[]', now()) returning id`,
      [USER],
    );
    return row?.id ?? 0;
  }

  it('are decided at once, and what is decided already stays as it is', async () => {
    const [earlier = 0, later = 0, third = 0] = await coffee(3);
    const [importId, otherId] = [await newImport(), await newImport()];
    await doubt(later, earlier, importId);
    await doubt(third, earlier, otherId);
    expect(await decide(importId, 'one')).toMatchObject({ decided: 1, refused: 0, remaining: 0 });
    expect((await account.shown()).map(({ id }) => id)).toEqual([earlier, third]);
    expect(await decide(importId, 'one')).toMatchObject({
      decided: 0,
      refused: 0,
      remaining: 0,
      changes: [],
    });
    expect(await decide(otherId, 'two')).toMatchObject({ decided: 1 });
    expect(await stateOf(third)).toMatchObject({ under_review: false, state: 'LIVE' });
    expect(await statuses()).toEqual(['ACCEPTED', 'DISMISSED']);
  });

  it('are one, also where a row may be one that goes; and each can be undone', async () => {
    const [earlier = 0, later = 0, third = 0] = await coffee(3);
    const importId = await newImport();
    await doubt(later, earlier, importId);
    const chained = await doubt(third, later, importId);
    expect(await decide(importId, 'one')).toMatchObject({ decided: 2, refused: 0 });
    expect((await account.shown()).map(({ id }) => id)).toEqual([earlier]);
    await undo(chained);
    expect((await account.shown()).map(({ id }) => id)).toEqual([earlier, third]);
  });

  it('that cannot be decided so stay open, and the others are decided', async () => {
    const [earlier = 0, later = 0, third = 0, fourth = 0] = await coffee(4);
    const importId = await newImport();
    await doubt(later, earlier, importId);
    await doubt(fourth, third, importId);
    await split(earlier);
    expect(await decide(importId, 'one')).toMatchObject({ decided: 1, refused: 1, remaining: 0 });
    expect(await statuses()).toEqual(['OPEN', 'ACCEPTED']);
  });

  it('are at most 200 in a command, and the next command goes on behind them', async () => {
    const importId = await newImport();
    const [earlier = 0, ...later] = await coffee(206);
    for (const id of later) await doubt(id, earlier, importId);
    const first = await decide(importId, 'two');
    expect(first).toMatchObject({ decided: 200, remaining: 5 });
    expect(await decide(importId, 'two', first.last)).toMatchObject({ decided: 5, remaining: 0 });
  });

  it('are nobody else’s, and not of a token for some accounts', async () => {
    const importId = await newImport();
    for (const caller of [ownerOf(USER + 1), { ...CALLER, accountIds: [account.id] }]) {
      await expect(decide(importId, 'one', 0, caller)).rejects.toEqual(Problem.notFound());
    }
  });
});
