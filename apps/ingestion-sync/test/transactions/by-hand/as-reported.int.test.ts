import { Caller, ownerOf } from '@tributary/contracts';
import { AnsweredAccount, Sent } from '../../answered-account';
import { TransactionStore, USER } from '../../transaction-store';
import { createTransactions } from '../../../src/transactions/by-hand/create-transactions';
import { onlyResult } from '../only-result';
import { showReported } from '../../../src/transactions/by-hand/own-transaction';
import { splitTransaction } from '../../../src/transactions/by-hand/split-transaction';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';

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

const coffee: Sent = {
  bookingDate: '2026-03-02',
  transactionAmount: { amount: '-2.50', currency: 'EUR' },
  creditorName: 'Kahvila',
  internalTransactionId: 'x',
};
const BANKS = {
  amount: '-2.50',
  booking_date: '2026-03-02',
  creditor: { name: 'Kahvila' },
  mapped_fields: { payee: 'Kahvila', date: '2026-03-02' },
};

type Fields = Parameters<typeof updateTransactions>[2][number]['fields'];
const update = (transactionId: number, fields: Fields) =>
  store.database.transaction(async (tx) =>
    onlyResult(await updateTransactions(tx, CALLER, [{ transactionId, fields }])),
  );
const reported = async (transactionId: number, caller = CALLER) =>
  (await store.database.transaction((tx) => showReported(tx, caller, { transactionId }))).document;

async function bought(): Promise<number> {
  await account.save({ booked: [coffee] });
  return (await account.only()).id;
}

describe('a transaction as the bank reported it', () => {
  it('has the bank’s values, whatever the user has set, and nothing of what the user has set', async () => {
    const id = await bought();
    const before = await reported(id);
    expect(before).toMatchObject(BANKS);
    await update(id, {
      amount: '10.00',
      booking_date: '2026-03-09',
      creditor: { name: 'Mine' },
      mapped_fields: { payee: 'Mine', description: 'Mine', date: '2026-03-09' },
    });
    expect(await reported(id)).toEqual(before);
  });

  it('follows what the bank reports later', async () => {
    const id = await bought();
    await update(id, { mapped_fields: { payee: 'Mine' } });
    await account.save({ booked: [{ ...coffee, remittanceInformationUnstructured: 'Latte' }] });
    expect(await reported(id)).toMatchObject({
      ...BANKS,
      mapped_fields: { payee: 'Kahvila', description: 'Latte' },
    });
  });

  it('is the whole payment for a part of a split', async () => {
    const id = await bought();
    const before = await reported(id);
    const parts = [{ amount: '-2.00' }, { amount: '-0.50' }];
    await store.database.transaction((tx) => splitTransaction(tx, CALLER, { transactionId: id, parts }));
    const [part] = await store.database.query<{ id: number }>(
      'select id from transactions where split_of = $1 order by id limit 1',
      [id],
    );
    expect(await reported(part?.id ?? 0)).toEqual(before);
    expect(await reported(id)).toEqual(before);
  });

  it('is not there for one that was added by hand, another user’s, or one of an account that was not granted', async () => {
    const fields = { amount: '-5.00', booking_date: '2026-03-02' };
    const made = await store.database.transaction(async (tx) =>
      onlyResult(await createTransactions(tx, CALLER, [{ financialAccountId: account.id, fields }])),
    );
    const byHand = made.upserted[0]?.id ?? 0;
    await expect(reported(byHand)).rejects.toThrow('Resource not found.');
    await account.save({ booked: [coffee] });
    const [banks] = await store.database.query<{ id: number }>(
      `select id from transactions where account_id = $1 and origin = 'PROVIDER'`,
      [account.id],
    );
    const id = banks?.id ?? 0;
    expect(await reported(id)).toMatchObject(BANKS);
    await expect(reported(id, ownerOf(USER + 1))).rejects.toThrow('Resource not found.');
    await expect(reported(id, { ...CALLER, accountIds: [account.id + 1] })).rejects.toThrow(
      'Resource not found.',
    );
    await expect(reported(999_999)).rejects.toThrow('Resource not found.');
  });
});
