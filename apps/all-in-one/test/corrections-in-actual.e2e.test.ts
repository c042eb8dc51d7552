import {
  ActualClient,
  ActualServer,
  describeActual,
  eventually,
  startActualServer,
} from '@tributary/testing';
import { InProcessSystem } from './in-process-system';

jest.setTimeout(180_000);

interface Shown {
  readonly id: string;
  readonly split?: { readonly parts: readonly string[] };
}

const POLLS = { timeoutMs: 90_000 };
const DAY = '2026-03-02';

/**
 * Checks the content of a budget after each kind of correction, with a real Actual server and its user's own client.
 */
describeActual('corrections in a budget of a real Actual server', () => {
  let system: InProcessSystem;
  let server: ActualServer;
  let actual: ActualClient;
  let budgetAccount: string;
  let token: string;
  let groceries: string;

  const data = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    system.data<Data>(method, path, token, body);

  /** Returns the rows of the budget as its user sees them: amount in cents, payee, notes. */
  async function rows(): Promise<string[]> {
    const held = await actual.rows(budgetAccount);
    return held
      .filter(({ tombstone }) => !tombstone)
      .map((row) => [row.amount, row['payee.name'] ?? '', row.notes ?? ''].join(' | '))
      .sort();
  }

  const budgetHolds = (...expected: string[]): Promise<void> =>
    eventually(async () => expect(await rows()).toEqual([...expected].sort()), POLLS);

  async function add(amount: string, payee: string): Promise<string> {
    const { id } = await data<Shown>('POST', '/finance/transactions', {
      financial_account_id: await theAccount(),
      amount,
      booking_date: DAY,
      mapped_fields: { payee, description: `By ${payee}` },
    });
    return id;
  }

  async function theAccount(): Promise<number> {
    const [account] = await data<Shown[]>('GET', '/finance/accounts');
    return Number(account?.id);
  }

  beforeAll(async () => {
    server = await startActualServer();
    [system, actual] = await Promise.all([
      InProcessSystem.start({ settings: { BUDGETB_ALLOWED_NETWORKS: '127.0.0.1/32' } }),
      ActualClient.open(server),
    ]);
    const accounts = await actual.makeBudget('Household', ['Everyday']);
    budgetAccount = accounts.get('Everyday') ?? '';
    ({ token } = await system.user('corrections@example.org', 'Anna'));
    await data('POST', '/destinations/budgetb/connections', {
      server_url: server.url,
      password: server.password,
    });
    const { id } = await data<Shown>('POST', '/finance/accounts', { name: 'Wallet', currency: 'EUR' });
    groceries = await add('-50.00', 'Grocer');
    const target = await eventually(async () => {
      const list = '/destinations/budgetb/connections?include=budgets.accounts';
      const [connection] = await data<{ budgets: { accounts: Shown[] }[] }[]>('GET', list);
      const found = connection?.budgets[0]?.accounts[0]?.id;
      expect(found).toBeDefined();
      return Number(found);
    }, POLLS);
    await data('POST', '/transfer-links', {
      financial_account_id: Number(id),
      destination_type: 'BUDGETB',
      destination_id: target,
    });
    await budgetHolds('-5000 | Grocer | By Grocer');
  });

  afterAll(async () => {
    await actual.close();
    await system.stop();
    await server.stop();
  });

  it('an edit is what the row says', async () => {
    await data('PUT', `/finance/transactions/${groceries}`, {
      mapped_fields: { payee: 'Market', description: 'Food for the party' },
    });
    await budgetHolds('-5000 | Market | Food for the party');
  });

  it('a split leaves its parts, and joining them the one row as it was', async () => {
    const path = `/finance/transactions/${groceries}/split`;
    await data('POST', path, {
      parts: [
        { amount: '-38.50', mapped_fields: { description: 'Food' } },
        { amount: '-11.50', mapped_fields: { description: 'Candles' } },
      ],
    });
    await budgetHolds('-3850 | Market | Food', '-1150 | Market | Candles');
    await data('DELETE', path);
    await budgetHolds('-5000 | Market | Food for the party');
  });

  it('a merge leaves one row of two, and undoing it both', async () => {
    const before = [
      '-5000 | Market | Food for the party',
      '-700 | Kiosk | By Kiosk',
      '-700 | Stand | By Stand',
    ];
    const [kept, other] = [await add('-7.00', 'Kiosk'), await add('-7.00', 'Stand')];
    await budgetHolds(...before);
    await data('POST', `/finance/transactions/${kept}/merge`, { transaction_id: Number(other) });
    await budgetHolds(...before.slice(0, 2));
    await data('DELETE', `/finance/transactions/${kept}/merge`);
    await budgetHolds(...before);
  });
});
