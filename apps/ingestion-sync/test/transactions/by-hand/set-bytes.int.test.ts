import {
  Caller,
  ownerOf,
  SET_ON_TRANSACTION_BYTES_MAX,
  TRANSACTION_TEXT_LENGTH_MAX,
  TransactionFieldChanges,
  TransactionFields,
} from '@tributary/contracts';
import { createTransactions } from '../../../src/transactions/by-hand/create-transactions';
import { onlyResult } from '../only-result';
import { splitTransaction } from '../../../src/transactions/by-hand/split-transaction';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { mergeTransactions } from '../../../src/transactions/reviews/merge-transactions';
import { AnsweredAccount } from '../../answered-account';
import { TransactionStore, USER } from '../../transaction-store';

const CALLER: Caller = ownerOf(USER);
/** The longest text by JSON Schema's count of characters, each of which has four bytes. */
const LONGEST = '😀'.repeat(TRANSACTION_TEXT_LENGTH_MAX);
const HALF = '😀'.repeat(TRANSACTION_TEXT_LENGTH_MAX / 2);
const REFUSED = {
  detail: {
    errors: {
      transaction: [expect.stringContaining('All that is set on a transaction has at most 18,000 bytes')],
    },
  },
};

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

const DAY = { booking_date: '2026-03-02' };

async function create(fields: TransactionFields): Promise<number> {
  const item = { financialAccountId: account.id, fields: { amount: '-50.00', ...DAY, ...fields } };
  const changes = await store.database.transaction(async (tx) =>
    onlyResult(await createTransactions(tx, CALLER, [item])),
  );
  return changes.upserted[0]?.id ?? 0;
}
const update = (transactionId: number, fields: TransactionFieldChanges) =>
  store.database.transaction(async (tx) =>
    onlyResult(await updateTransactions(tx, CALLER, [{ transactionId, fields }])),
  );
type Parts = Parameters<typeof splitTransaction>[2]['parts'];
const split = (transactionId: number, parts: Parts) =>
  store.database.transaction((tx) => splitTransaction(tx, CALLER, { transactionId, parts }));
const merge = (transactionId: number, otherTransactionId: number) =>
  store.database.transaction((tx) => mergeTransactions(tx, CALLER, { transactionId, otherTransactionId }));

async function largest(): Promise<number> {
  const rows = await store.database.query<{ document: object }>(
    `select document from transactions where account_id = $1 and state = 'LIVE'`,
    [account.id],
  );
  return Math.max(...rows.map(({ document }) => Buffer.byteLength(JSON.stringify(document))));
}

describe('what a user sets on one transaction has a greatest size in bytes', () => {
  afterEach(async () => {
    expect(await largest()).toBeLessThan(SET_ON_TRANSACTION_BYTES_MAX + 1000);
  });

  it('in which one text of the longest, in characters of four bytes, always has room with its copy', async () => {
    await create({ creditor: { name: LONGEST } });
    await create({ remittance_information: { unstructured: LONGEST } });
    await create({ additional_information: LONGEST });
    expect(await largest()).toBeGreaterThan(16_000);
  });

  it('when it is added', async () => {
    const all = { creditor: { iban: LONGEST }, debtor: { iban: LONGEST } };
    await create(all);
    await expect(create({ ...all, additional_information: HALF })).rejects.toMatchObject(REFUSED);
  });

  it('when it grows change by change, whatever it had; and what it has can be shortened', async () => {
    const id = await create({ creditor: { iban: LONGEST } });
    await update(id, { debtor: { iban: LONGEST } });
    await expect(update(id, { debtor: { bban: HALF } })).rejects.toMatchObject(REFUSED);
    await update(id, { debtor: { iban: 'short', bban: HALF } });
  });

  it('in each part, with what it shows of the whole, whichever is set last', async () => {
    const id = await create({ creditor: { iban: LONGEST } });
    const large = { amount: '-20.00', debtor: { iban: LONGEST } };
    const tooLarge = { ...large, debtor: { ...large.debtor, bban: HALF } };
    await expect(split(id, [{ amount: '-30.00' }, tooLarge])).rejects.toMatchObject(REFUSED);
    const { upserted } = await split(id, [{ amount: '-30.00' }, large]);
    const [, , part] = upserted.map((one) => one.id);
    await expect(update(id, { debtor: { bban: HALF } })).rejects.toMatchObject(REFUSED);
    await expect(update(part ?? 0, { debtor: { bban: HALF } })).rejects.toMatchObject(REFUSED);
    await update(id, { debtor: { name: 'short' } });
  });

  it('when two are merged: what both say has to fit one', async () => {
    const one = await create({ creditor: { iban: LONGEST } });
    const other = await create({
      debtor: { iban: LONGEST, bban: HALF.slice(0, 1200) },
    });
    await expect(merge(one, other)).rejects.toThrow('too long together');
    await update(one, { creditor: { iban: HALF } });
    await merge(one, other);
  });
});
