import { AccountUpsertedV1, SyncAccounts } from '@tributary/contracts';
import { utcDay } from '@tributary/money';
import { IngestionFixture } from '../../ingestion.fixture';
import { ledger } from '../../provider-ledger';

let fixture: IngestionFixture;
let account: { id: number; external_id: string };
beforeAll(async () => {
  fixture = await IngestionFixture.start();
  await fixture.connect('BERKA_1');
  await fixture.settled();
  const [row] = await fixture.rows<typeof account>('select id, external_id from financial_accounts');
  if (!row) throw new Error('no account');
  account = { ...row, id: Number(row.id) };
});
afterAll(() => fixture.close());

async function book(id: string, amount: string): Promise<void> {
  const transaction = {
    transactionId: id,
    bookingDate: utcDay(Date.now()),
    transactionAmount: { amount, currency: 'CZK' },
    creditorName: 'Kahvila',
  };
  await fixture.control('POST', `/provider-a/accounts/${account.external_id}/transactions`, {
    booked: [transaction],
  });
}

async function synced() {
  await fixture.send(SyncAccounts, { connectionId: null, financialAccountIds: [account.id] });
  await fixture.settled();
  return fixture.events(AccountUpsertedV1).at(-1)?.document.reconciliation;
}

it('each sync compares the balance with the transactions, and publishes the difference', async () => {
  const first = fixture.events(AccountUpsertedV1).at(-1)?.document.reconciliation;
  expect(first).toMatchObject({ currency: 'CZK', balance_change: '0.00', difference: '0.00' });

  await book('one', '-100.10');
  await book('two', '40.00');
  expect(await synced()).toMatchObject({
    since: first?.since,
    balance_change: '-60.10',
    transactions_total: '-60.10',
    difference: '0.00',
  });

  // An unreadable row is missing, and arrives with a later response.
  await book('three', '-7.70');
  await fixture.fault({ kind: 'bad_amount', path: '/transactions/', rows: 0, value: 'much', times: 1 });
  expect(await synced()).toMatchObject({ balance_change: '-67.80', difference: '-7.70' });
  expect(await synced()).toMatchObject({ balance_change: '-67.80', difference: '0.00' });
  const [{ last_balance: balance } = { last_balance: '' }] = await ledger(fixture, 'BERKA_1');
  const [kept] = await fixture.rows<{ last: string }>(
    `select reconciliation->>'last_balance' as last from financial_accounts`,
  );
  expect(kept?.last).toBe(balance);
});
