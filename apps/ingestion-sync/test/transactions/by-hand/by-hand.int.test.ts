import { Caller, TransactionRemovedV1, TransactionUpsertedV1, ownerOf } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AnsweredAccount } from '../../answered-account';
import { published, TransactionStore, USER } from '../../transaction-store';
import { createTransactions } from '../../../src/transactions/by-hand/create-transactions';
import { deleteTransactions } from '../../../src/transactions/by-hand/delete-transactions';
import { ItemResults } from '../../../src/transactions/by-hand/each-item';
import { onlyResult } from '../only-result';
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

const money = (amount: string) => ({ transactionAmount: { amount, currency: 'EUR' } });
const coffee = {
  bookingDate: '2026-03-02',
  ...money('-2.50'),
  creditorName: 'Kahvila',
  internalTransactionId: 'x',
};

type Fields = Parameters<typeof updateTransactions>[2][number]['fields'];
type MadeFields = Parameters<typeof createTransactions>[2][number]['fields'];

const inOne = (work: (tx: Tx) => Promise<ItemResults>) => store.database.transaction(work);
const update = async (transactionId: number, fields: Fields, caller = CALLER) =>
  onlyResult(await inOne((tx) => updateTransactions(tx, caller, [{ transactionId, fields }])));
const remove = async (transactionId: number, caller = CALLER) =>
  onlyResult(await inOne((tx) => deleteTransactions(tx, caller, [transactionId])));
const create = async (fields: MadeFields, caller = CALLER) =>
  onlyResult(
    await inOne((tx) => createTransactions(tx, caller, [{ financialAccountId: account.id, fields }])),
  );

async function row(): Promise<Record<string, unknown>> {
  const [found] = await store.database.query<Record<string, unknown>>(
    'select * from transactions where account_id = $1',
    [account.id],
  );
  return found ?? {};
}

describe('a user’s edit', () => {
  it('stays when the bank changes the row, and the bank’s value is stored beside it', async () => {
    await account.save({ booked: [coffee] });
    const { id } = await account.only();
    const changed = await update(id, { mapped_fields: { payee: 'Corner café' }, amount: '-3.5' });
    expect(changed.upserted).toMatchObject([{ id, version: 2, document: { amount: '-3.50' } }]);
    await account.save({
      booked: [{ ...coffee, remittanceInformationUnstructured: 'Latte', ...money('-2.60') }],
    });
    expect(await account.only()).toMatchObject({ id, version: 3, payee: 'Corner café', amount: '-3.50' });
    expect(await row()).toMatchObject({
      document: { remittance_information: { unstructured: 'Latte' } },
      provider_document: { amount: '-2.60', mapped_fields: { payee: 'Kahvila' } },
    });
  });

  it('can be released', async () => {
    await account.save({ booked: [coffee] });
    const { id } = await account.only();
    await update(id, { amount: '-3.50', mapped_fields: { payee: 'Corner café' } });
    await update(id, { amount: null });
    expect(await account.only()).toMatchObject({ amount: '-2.50', payee: 'Corner café' });
    await update(id, { mapped_fields: null });
    expect(await account.only()).toMatchObject({ payee: 'Kahvila' });
    expect(await row()).toMatchObject({ edits: null, provider_document: null });
  });

  it('is named with the transaction, also after a sync, until it is released member by member', async () => {
    await account.save({ booked: [coffee] });
    const { id } = await account.only();
    const edited = async (fields: Fields) => (await update(id, fields)).upserted[0]?.document;
    expect(
      await edited({ mapped_fields: { payee: 'Corner café', description: 'Mine' }, amount: '-3.5' }),
    ).toMatchObject({ edited_fields: ['amount', 'mapped_fields.description', 'mapped_fields.payee'] });
    const events = await account.save({
      booked: [{ ...coffee, remittanceInformationUnstructured: 'Latte' }],
    });
    const [synced] = published(events, TransactionUpsertedV1);
    expect(synced?.transactions[0]?.document.edited_fields).toHaveLength(3);
    expect(await edited({ mapped_fields: { payee: null } })).toMatchObject({
      mapped_fields: { payee: 'Kahvila', description: 'Mine' },
      edited_fields: ['amount', 'mapped_fields.description'],
    });
    await edited({ mapped_fields: { description: null } });
    const released = await edited({ amount: null });
    expect(released).toMatchObject({ mapped_fields: { description: 'Latte' } });
    expect(released).not.toHaveProperty('edited_fields');
    expect(await row()).toMatchObject({ edits: null });
  });

  it('follows into the fields that are mapped from it', async () => {
    await account.save({ booked: [coffee] });
    const { id } = await account.only();
    await update(id, { creditor: { name: 'Café' } });
    expect(await account.only()).toMatchObject({ payee: 'Café' });
  });

  it('stays when its pending entry books, and the row is recognized by the bank’s values', async () => {
    const hold = { valueDate: '2026-03-10', ...money('-50.00'), creditorName: 'Ristorante Roma' };
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await update(id, { mapped_fields: { payee: 'Lunch' }, amount: '-1.00' });
    await account.save({ booked: [{ ...hold, bookingDate: '2026-03-11' }], pending: [] });
    expect(await account.only()).toMatchObject({ id, booked: true, payee: 'Lunch', amount: '-1.00' });
  });

  it('must not be empty', async () => {
    await account.save({ booked: [coffee] });
    const { id } = await account.only();
    await expect(update(id, {})).rejects.toThrow('Name at least one field');
  });
});

describe('a transaction that the user deleted', () => {
  it('stays deleted when it is listed again, changed, or under another id', async () => {
    await account.save({ booked: [coffee] });
    const { id } = await account.only();
    expect((await remove(id)).removed).toEqual([{ id, version: 2 }]);
    const events = [
      ...(await account.save({ booked: [coffee] })),
      ...(await account.save({ booked: [{ ...coffee, creditorName: 'Kahvila Oy' }] })),
      ...(await account.save({
        booked: [{ ...coffee, creditorName: 'Kahvila Oy', internalTransactionId: 'y' }],
      })),
    ];
    expect(await account.shown()).toEqual([]);
    expect(events).toEqual([]);
  });

  it('stays deleted when it books, and is not published', async () => {
    const hold = { valueDate: '2026-03-10', ...money('-50.00'), creditorName: 'Ristorante Roma' };
    await account.save({ pending: [hold] });
    await remove((await account.only()).id);
    const events = await account.save({ booked: [{ ...hold, bookingDate: '2026-03-11' }], pending: [] });
    expect(await account.shown()).toEqual([]);
    expect(published(events, TransactionRemovedV1)).toEqual([]);
  });

  it('does not affect an equal transaction', async () => {
    await account.save({ booked: [coffee] });
    await remove((await account.only()).id);
    await account.save({ booked: [coffee, { ...coffee, internalTransactionId: 'second' }] });
    expect(await account.amounts()).toEqual(['-2.50']);
  });
});

describe('a transaction made by hand', () => {
  it('is stored, and no sync changes it', async () => {
    const made = await create({
      amount: '-12',
      booking_date: '2026-03-05',
      mapped_fields: { payee: 'Market' },
    });
    const [first] = made.upserted;
    expect(first).toMatchObject({
      version: 1,
      document: { amount: '-12.00', currency: 'EUR', booked: true },
    });
    await account.save({
      booked: [{ ...coffee, bookingDate: '2026-03-05', ...money('-12.00') }],
      pending: [],
    });
    await account.save({ booked: [], pending: [] });
    expect(await account.amounts()).toEqual(['-12.00', '-12.00']);
    await update(first?.id ?? 0, { amount: '-13.00' });
    expect(await account.amounts()).toEqual(['-13.00', '-12.00']);
    await remove(first?.id ?? 0);
    expect(await account.amounts()).toEqual(['-12.00']);
  });

  it('has the user’s values as edits, until they are released', async () => {
    const made = await create({
      amount: '-12',
      booking_date: '2026-03-05',
      mapped_fields: { payee: 'Market' },
      creditor: { name: 'Market Oy' },
    });
    const [first] = made.upserted;
    expect(first?.document).toMatchObject({
      mapped_fields: { payee: 'Market' },
      edited_fields: ['amount', 'booking_date', 'creditor.name', 'mapped_fields.payee'],
    });
    const released = await update(first?.id ?? 0, { mapped_fields: null, creditor: { name: null } });
    expect(released.upserted[0]?.document).toMatchObject({ edited_fields: ['amount', 'booking_date'] });
    expect(released.upserted[0]?.document).not.toHaveProperty('creditor');
    const all = await update(first?.id ?? 0, { amount: null, booking_date: null });
    expect(all.upserted[0]?.document).toMatchObject({ amount: '-12.00', booking_date: '2026-03-05' });
    expect(all.upserted[0]?.document).not.toHaveProperty('edited_fields');
  });

  it.each([
    [{ booking_date: '2026-03-05' }, 'The amount field is required.'],
    [{ amount: '-1.00' }, 'Send a booking_date or a value_date.'],
  ])('needs its amount and a date (%j)', async (fields, message) => {
    await expect(create(fields)).rejects.toThrow(message);
  });
});

it('what belongs to another user, or was not granted, looks like an unknown transaction', async () => {
  await account.save({ booked: [coffee] });
  const { id } = await account.only();
  for (const caller of [ownerOf(USER + 1), { ...ownerOf(USER), accountIds: [account.id + 1000] }]) {
    await expect(update(id, { amount: '-1.00' }, caller)).rejects.toThrow('Resource not found.');
    await expect(remove(id, caller)).rejects.toThrow('Resource not found.');
    await expect(create({ amount: '-1', booking_date: '2026-03-05' }, caller)).rejects.toThrow(
      'Resource not found.',
    );
  }
  await expect(remove(987_654_321)).rejects.toThrow('Resource not found.');
});
