import { Caller, ownerOf, TransactionFieldChanges } from '@tributary/contracts';
import { AnsweredAccount } from '../../answered-account';
import { TransactionStore, USER } from '../../transaction-store';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { acceptSettlement } from '../../../src/transactions/reviews/accept-settlement';
import { dismissSettlement } from '../../../src/transactions/reviews/dismiss-settlement';
import { undoSettlement } from '../../../src/transactions/reviews/undo-settlement';

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

const money = (amount: string) => ({ transactionAmount: { amount, currency: 'EUR' } });
const hold = { valueDate: '2026-03-10', ...money('-50.00'), creditorName: 'Ristorante Roma' };
const bill = { bookingDate: '2026-03-12', ...money('-50.00'), creditorName: 'Ristorante Roma Oy' };
/** Listed beside a booked entry that does not say of which day it is: one purchase, or two. */
const DOUBTFUL = { booked: [bill], pending: [hold] };

type Decision = typeof acceptSettlement;

async function decide(decision: Decision, caller = CALLER) {
  const [settlement] = await account.settlements();
  return store.database.transaction((tx) => decision(tx, caller, { settlementId: settlement?.id ?? 0 }));
}

async function doubtful(): Promise<{ pending: number; booked: number }> {
  await account.save({ pending: [hold] });
  await account.save(DOUBTFUL);
  const [pending, booked] = await account.shown();
  expect(await account.statuses()).toEqual(['OPEN']);
  return { pending: pending?.id ?? 0, booked: booked?.id ?? 0 };
}

it('an entry listed beside its booked twin of that day is one transaction at once', async () => {
  const twin = { ...bill, valueDate: '2026-03-12' };
  await account.save({ booked: [twin], pending: [{ ...hold, valueDate: '2026-03-12' }] });
  expect(await account.only()).toMatchObject({ booked: true });
});

describe('a pair on the review list', () => {
  it('accepted is one transaction under the pending one’s id, and stays one', async () => {
    const { pending, booked } = await doubtful();
    const changes = await decide(acceptSettlement);
    expect(changes.removed).toEqual([{ id: booked, version: 2 }]);
    expect(changes.upserted).toMatchObject([{ id: pending, document: { booked: true } }]);
    expect(changes.settlements).toMatchObject([
      { document: { status: 'ACCEPTED', transaction_id: pending } },
    ]);
    for (const answer of [DOUBTFUL, DOUBTFUL, { booked: [bill], pending: [] }]) await account.save(answer);
    expect(await account.only()).toMatchObject({ id: pending, booked: true });
  });

  it('dismissed stays two, and is not proposed again', async () => {
    const ids = Object.values(await doubtful());
    await decide(dismissSettlement);
    await account.save(DOUBTFUL);
    expect((await account.shown()).map(({ id }) => id)).toEqual(ids);
    expect(await account.statuses()).toEqual(['DISMISSED']);
  });

  it('can be decided once', async () => {
    await doubtful();
    await decide(dismissSettlement);
    await expect(decide(acceptSettlement)).rejects.toThrow('Only an open review');
    await expect(decide(dismissSettlement)).rejects.toThrow('Only an open review');
  });

  it('dismissed by mistake is open again once that is undone, and can be accepted', async () => {
    const { pending } = await doubtful();
    await expect(decide(undoSettlement)).rejects.toThrow('Only a merged transaction');
    await decide(dismissSettlement);
    const { settlements, upserted } = await decide(undoSettlement);
    expect(settlements).toMatchObject([{ document: { status: 'OPEN' } }]);
    expect(upserted).toEqual([]);
    await account.save(DOUBTFUL);
    await decide(acceptSettlement);
    expect(await account.only()).toMatchObject({ id: pending, booked: true });
  });

  it('stays dismissed when its pending entry was booked as another since', async () => {
    await doubtful();
    await decide(dismissSettlement);
    await account.save({ booked: [bill, { ...bill, bookingDate: '2026-03-13' }], pending: [] });
    await expect(decide(undoSettlement)).rejects.toThrow(/changed or was removed/);
  });

  it('is closed when its pending entry turns out to be another', async () => {
    await doubtful();
    await account.save({ booked: [bill, { ...bill, bookingDate: '2026-03-13' }], pending: [] });
    expect(await account.statuses()).toEqual(['SUPERSEDED', 'MERGED']);
  });

  it('of another user does not exist', async () => {
    await doubtful();
    const stranger: Caller = ownerOf(USER + 1);
    for (const decision of [acceptSettlement, dismissSettlement, undoSettlement]) {
      await expect(decide(decision, stranger)).rejects.toThrow('Resource not found.');
    }
  });
});

describe('undoing a settlement', () => {
  it('keeps the user’s edits on either side, as one and as two again', async () => {
    const { pending, booked } = await doubtful();
    const set = (transactionId: number, fields: TransactionFieldChanges) =>
      store.database.transaction((tx) => updateTransactions(tx, CALLER, [{ transactionId, fields }]));
    await set(pending, { mapped_fields: { payee: 'Lunch' } });
    await set(booked, { mapped_fields: { description: 'With Anna' } });
    const accepted = await decide(acceptSettlement);
    expect(accepted.upserted).toMatchObject([
      {
        document: {
          mapped_fields: { payee: 'Lunch', description: 'With Anna' },
          edited_fields: ['mapped_fields.description', 'mapped_fields.payee'],
        },
      },
    ]);
    const { upserted } = await decide(undoSettlement);
    expect(upserted).toMatchObject([
      { id: pending, document: { mapped_fields: { payee: 'Lunch' } } },
      { id: booked, document: { edited_fields: ['mapped_fields.description'] } },
    ]);
    expect(upserted[1]?.document.mapped_fields).toMatchObject({
      payee: 'Ristorante Roma Oy',
      description: 'With Anna',
    });
  });

  it('merged by evidence gives two rows, each under its own key, and they stay two', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await account.save({ booked: [bill], pending: [] });
    const changes = await decide(undoSettlement);
    expect(changes.upserted).toMatchObject([
      { id, document: { booked: false } },
      { version: 1, document: { booked: true } },
    ]);
    expect(await account.amounts()).toEqual(['(-50.00)', '-50.00']);
    await account.save(DOUBTFUL);
    expect(await account.amounts()).toEqual(['(-50.00)', '-50.00']);
    await account.save({ booked: [bill], pending: [] });
    expect(await account.amounts()).toEqual(['-50.00']);
    expect(await account.statuses()).toEqual(['UNDONE']);
  });

  it('that was accepted restores both rows under their old ids', async () => {
    const ids = await doubtful();
    await decide(acceptSettlement);
    await decide(undoSettlement);
    expect((await account.shown()).map(({ id, booked }) => [id, booked])).toEqual([
      [ids.pending, false],
      [ids.booked, true],
    ]);
    await account.save(DOUBTFUL);
    expect(await account.amounts()).toEqual(['(-50.00)', '-50.00']);
  });

  it('with a late entry gives the pending entry a row of its own', async () => {
    const sameDay = { ...bill, valueDate: hold.valueDate };
    await account.save({ booked: [sameDay], pending: [] });
    await account.save({ booked: [sameDay], pending: [hold] });
    await decide(undoSettlement);
    await account.save({ booked: [sameDay], pending: [hold] });
    expect(await account.amounts()).toEqual(['-50.00', '(-50.00)']);
  });

  it('does not change rows that were deleted meanwhile', async () => {
    await account.save({ pending: [hold] });
    await account.save({ booked: [bill], pending: [] });
    await store.database.execute(`update transactions set state = 'DELETED' where account_id = $1`, [
      account.id,
    ]);
    await expect(decide(undoSettlement)).rejects.toThrow('there is nothing to separate');
  });
});
