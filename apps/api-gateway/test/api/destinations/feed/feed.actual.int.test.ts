import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  InstitutionUpsertedV1,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
} from '@tributary/contracts';
import { ActualClient, ActualServer, BudgetRow, describeActual, startActualServer } from '@tributary/testing';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { accountOf, connectionOf, institutionOf, shapedOf, transactionOf } from '../../../samples';

const ACCOUNT = 17;
const DAY_MS = 86_400_000;

interface OfferedAccount {
  readonly id: string;
  readonly name: string;
  readonly balance: string;
  readonly org: { readonly name: string; readonly domain: string };
}

/** Actual looks back ninety days at most. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** Actual Budget's own SimpleFIN integration (its sync server claims and pulls) against the feed. */
describeActual('the feed, pulled by a real Actual server', () => {
  let gateway: GatewayUnderTest;
  let server: ActualServer;
  let user: ActualClient;
  let userId: number;
  let version = 1;

  beforeAll(async () => {
    [gateway, server] = await Promise.all([GatewayUnderTest.start(), startActualServer()]);
    user = await ActualClient.open(server);
    await user.makeBudget('Household', []);
    userId = await gateway.user('owner@example.com');
    await gateway.publish(InstitutionUpsertedV1, 2, institutionOf(2));
    await gateway.publish(ConnectionChangedV1, 3, connectionOf(userId, 3, { institution_id: 2 }));
    await gateway.publish(
      AccountUpsertedV1,
      ACCOUNT,
      accountOf(userId, ACCOUNT, { custom_name: 'Everyday' }),
    );
    const snapshot = structuredClone(BalanceSnapshottedV1.sample);
    const balance = { cleared: '100.00', available: null };
    await gateway.publish(BalanceSnapshottedV1, ACCOUNT, {
      ...snapshot,
      userId,
      financialAccountId: ACCOUNT,
      ...balance,
    });
  }, 90_000);
  afterAll(async () => {
    await user.close();
    await server.stop();
    await gateway.close();
  });

  async function publish(...transactions: ShapedTransaction[]): Promise<void> {
    await gateway.publish(TransactionShapedV1, ACCOUNT, shapedOf(userId, ACCOUNT, transactions));
  }

  function transaction(
    id: number,
    document: Partial<TransactionDocument>,
    rest: Partial<ShapedTransaction> = {},
  ) {
    version += 1;
    return transactionOf(id, document, { shapedVersion: version, rawVersion: version, ...rest });
  }

  function onDay(days: number, payee: string) {
    const day = daysAgo(days);
    return {
      booked: true,
      booking_date: day,
      value_date: day,
      mapped_fields: { payee, description: `Card ${payee}`, date: day },
    };
  }

  it('accounts and transactions arrive; pending ones become cleared, once; new ones are added', async () => {
    await publish(
      transaction(1, { ...onDay(9, 'Kahvila'), amount: '-12.40' }),
      transaction(2, { ...onDay(8, 'Työnantaja'), amount: '2500.00' }),
      transaction(3, { ...onDay(2, 'Hotelli'), amount: '-80.00', booked: false, booking_date: null }),
    );
    const made = await gateway.request<{ data: { setup_token: string } }>(
      '/api/v1/destinations/feed/connections',
      {
        token: await gateway.token({ userId }),
        method: 'POST',
        body: { name: 'Actual' },
      },
    );
    await user.library('secret-set', { name: 'simplefin_token', value: made.body.data.setup_token });
    const offered = await user.library<{ accounts: OfferedAccount[] }>('simplefin-accounts');
    expect(offered.accounts).toMatchObject([{ id: '17', name: 'Everyday', balance: '100.00' }]);
    const [account] = offered.accounts;
    await user.library('simplefin-accounts-link', {
      externalAccount: {
        account_id: account?.id,
        name: account?.name,
        institution: account?.org.name,
        orgDomain: account?.org.domain,
        balance: account?.balance,
      },
    });
    const [linked] = await user.api<{ id: string; name: string }[]>('getAccounts');
    const budgetAccount = linked?.id ?? '';
    expect(linked).toMatchObject({ name: 'Everyday' });
    expect(await imported(budgetAccount)).toEqual([
      { amount: -8000, date: daysAgo(2), payee: 'Hotelli', cleared: false, id: '3' },
      { amount: -1240, date: daysAgo(9), payee: 'Kahvila', cleared: true, id: '1' },
      { amount: 250_000, date: daysAgo(8), payee: 'Työnantaja', cleared: true, id: '2' },
    ]);
    expect(await user.api('getAccountBalance', budgetAccount)).toBe(10_000);

    await publish(
      transaction(3, { ...onDay(1, 'Hotelli'), amount: '-80.00' }),
      transaction(4, { ...onDay(0, 'Kirjakauppa'), amount: '-19.90' }),
    );
    await user.api('runBankSync', { accountId: budgetAccount });
    const rows = await imported(budgetAccount);
    expect(rows.filter(({ id }) => id === '3')).toMatchObject([{ amount: -8000, cleared: true }]);
    expect(rows.filter(({ id }) => id === '4')).toMatchObject([{ amount: -1990, cleared: true }]);
    expect(rows).toHaveLength(4);
  }, 60_000);

  /** But for the starting balance, which Actual makes by itself. */
  async function imported(account: string) {
    const rows = (await user.rows(account)).filter((row) => row.imported_id !== null && !row.tombstone);
    return rows.map(shown).sort((a, b) => a.payee.localeCompare(b.payee));
  }
});

function shown(row: BudgetRow) {
  const { amount, date, cleared, imported_id: id } = row;
  return { amount, date, payee: row['payee.name'] ?? '', cleared, id: id ?? '' };
}
