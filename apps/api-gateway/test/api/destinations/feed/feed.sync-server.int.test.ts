import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  InstitutionUpsertedV1,
  ShapedTransaction,
  TransactionShapedV1,
} from '@tributary/contracts';
import {
  ActualServer,
  describeActual,
  SeededRandom,
  SHARE_SEED,
  startActualServer,
} from '@tributary/testing';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { accountOf, connectionOf, institutionOf, shapedOf, transactionOf } from '../../../samples';

const DAY_MS = 86_400_000;
/** Actual looks back ninety days at most. */
const DAYS = 85;
const TRANSACTIONS = 400;

/** The accounts by their connection; each connection has an institution of its own. */
const ACCOUNTS = [
  { id: 17, connection: 3, balance: '1204.50', name: 'Everyday' },
  { id: 18, connection: 3, balance: '-3.07', name: 'Card' },
  { id: 19, connection: 4, balance: '0.90', name: 'Savings' },
] as const;
const INSTITUTION_OF = { 3: 'First Bank', 4: 'Second Bank' } as const;

/** As Actual's server describes an account to its own client. */
interface OfferedAccount {
  readonly id: string;
  readonly name: string;
  readonly balance: string;
  readonly org: { readonly name: string; readonly domain: string; readonly id: string };
}

interface ReadTransaction {
  readonly transactionId: string;
  readonly date: string;
  readonly payeeName: string;
  readonly notes: string;
  readonly booked: boolean;
  readonly transactionAmount: { readonly amount: string };
}

interface ReadAccount {
  readonly startingBalance: number;
  readonly balances: readonly { readonly balanceAmount: { readonly amount: string } }[];
  readonly transactions: Readonly<Record<'all' | 'booked' | 'pending', readonly ReadTransaction[]>>;
}

type ReadErrors = Readonly<Record<string, readonly { readonly error_code: string }[]>>;

/** A transaction of the API. */
interface OwnTransaction {
  readonly id: string;
  readonly financial_account_id: string;
  readonly amount: string;
  readonly booked: string;
  readonly booking_date: string | null;
  readonly value_date: string | null;
  readonly mapped_fields: { readonly payee: string; readonly description: string };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The module of Actual's own sync server that claims and reads, by the requests that Actual's client sends it. It permits
 * SimpleFIN servers in private networks, so it needs no setting to read from this machine.
 */
describeActual('a real Actual server that reads the feed', () => {
  let gateway: GatewayUnderTest;
  let server: ActualServer;
  let userId: number;
  let token: string;
  let session: string;

  beforeAll(async () => {
    [gateway, server] = await Promise.all([GatewayUnderTest.start(), startActualServer()]);
    const login = await actual<{ token: string }>('/account/login', { password: server.password });
    session = login.token;
    userId = await gateway.user('owner@example.com');
    token = await gateway.token({ userId });
    for (const [connection, name] of Object.entries(INSTITUTION_OF)) {
      const id = Number(connection);
      const institution = institutionOf(id);
      const document = { ...institution.document, name };
      await gateway.publish(InstitutionUpsertedV1, id, { ...institution, document });
      await gateway.publish(ConnectionChangedV1, id, connectionOf(userId, id, { institution_id: id }));
    }
    for (const { id, connection, balance, name } of ACCOUNTS) {
      const document = { custom_name: name, financial_connection_id: connection };
      await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id, document));
      await gateway.publish(BalanceSnapshottedV1, id, {
        ...structuredClone(BalanceSnapshottedV1.sample),
        userId,
        financialAccountId: id,
        cleared: balance,
        available: null,
      });
    }
    const random = new SeededRandom(SHARE_SEED);
    for (let id = 1; id <= TRANSACTIONS; id += 1) {
      const account = random.pick(ACCOUNTS).id;
      await gateway.publish(TransactionShapedV1, account, shapedOf(userId, account, [drawn(random, id)]));
    }
    const made = await gateway.request<{ data: { setup_token: string } }>(
      '/api/v1/destinations/feed/connections',
      { token, method: 'POST', body: { name: 'Actual' } },
    );
    expect(await actual('/simplefin/status')).toEqual({ configured: false });
    await actual('/secret', { name: 'simplefin_token', value: made.body.data.setup_token });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await gateway.close();
  });

  /** A request of Actual's client to its server. */
  async function actual<Data>(path: string, body: object = {}): Promise<Data> {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-actual-token': session ?? '' },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: Data }).data;
  }

  async function readAll<Data = Record<string, ReadAccount>>(): Promise<Data> {
    const accountId = ACCOUNTS.map(({ id }) => String(id));
    return actual<Data>('/simplefin/transactions', {
      accountId,
      startDate: accountId.map(() => daysAgo(DAYS + 1)),
    });
  }

  async function ownTransactions(): Promise<OwnTransaction[]> {
    const all: OwnTransaction[] = [];
    for (let page = 1; ; page += 1) {
      const query = `page[size]=100&page[number]=${page}`;
      const { body } = await gateway.list(`/finance/transactions?${query}`, token);
      all.push(...(body.data as unknown as OwnTransaction[]));
      if (all.length >= body.meta.total) return all;
    }
  }

  it('claims the setup token once, and is offered the accounts with their balances and banks', async () => {
    expect(await actual('/simplefin/status')).toEqual({ configured: true });
    const { accounts } = await actual<{ accounts: OfferedAccount[] }>('/simplefin/accounts');
    expect(accounts).toMatchObject(
      ACCOUNTS.map(({ id, connection, balance, name }) => ({
        id: String(id),
        name,
        balance,
        org: { name: INSTITUTION_OF[connection], domain: '127.0.0.1', id: String(connection) },
      })),
    );
    expect(await actual<{ accounts: OfferedAccount[] }>('/simplefin/accounts')).toEqual({ accounts });
    const feeds = await gateway.list('/destinations/feed/connections', token);
    expect(feeds.body.data).toMatchObject([{ claimed: 'true' }]);
  });

  it('reads the transactions that the API has, each with its account, amount, day and texts', async () => {
    const own = await ownTransactions();
    expect(own).toHaveLength(TRANSACTIONS);
    const read = await readAll();
    const seen = Object.entries(read).flatMap(([account, { transactions }]) =>
      transactions.all.map((one) => ({
        id: one.transactionId,
        account,
        amount: one.transactionAmount.amount,
        day: one.date,
        payee: one.payeeName,
        description: one.notes,
        booked: one.booked,
      })),
    );
    const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id);
    const expected = own.map((one) => ({
      id: one.id,
      account: one.financial_account_id,
      amount: one.amount,
      day: one.booking_date ?? one.value_date,
      payee: one.mapped_fields.payee,
      description: one.mapped_fields.description,
      booked: one.booked === 'true',
    }));
    expect(seen.sort(byId)).toEqual(expected.sort(byId));
    expect(seen.filter(({ booked }) => !booked).length).toBeGreaterThan(0);
  });

  it('reads the balances to the cent', async () => {
    const read = await readAll();
    for (const { id, balance } of ACCOUNTS) {
      expect(read[id]?.balances[0]?.balanceAmount.amount).toBe(balance);
      expect(read[id]?.startingBalance).toBe(Math.round(Number(balance) * 100));
    }
  });

  it('points its user to the accounts of a connection whose consent has ended, and to no others', async () => {
    const expired = { ...connectionOf(userId, 4, { institution_id: 4, status: 'EXPIRED' }), version: 9 };
    await gateway.publish(ConnectionChangedV1, 4, expired);
    const { errors, ...accounts } = await readAll<Record<string, ReadAccount> & { errors: ReadErrors }>();
    expect(errors).toMatchObject({ 19: [{ error_code: 'ACCOUNT_NEEDS_ATTENTION' }] });
    expect(Object.keys(errors)).toEqual(['19']);
    const read = Object.values(accounts as Record<string, ReadAccount>);
    expect(read.flatMap(({ transactions }) => transactions.all)).toHaveLength(TRANSACTIONS);
  });

  it('knows that its access was revoked', async () => {
    const [feed] = (await gateway.list('/destinations/feed/connections', token)).body.data;
    await gateway.request(`/api/v1/destinations/feed/connections/${String(feed?.['id'])}`, {
      token,
      method: 'DELETE',
    });
    expect(await readAll()).toMatchObject({ error_code: 'INVALID_ACCESS_TOKEN' });
  });
});

/** Every tenth is pending. */
function drawn(random: SeededRandom, id: number): ShapedTransaction {
  const day = daysAgo(random.between(0, DAYS));
  const booked = !random.chance(0.1);
  const amount = `${random.chance(0.8) ? '-' : ''}${random.below(3000)}.${random.between(10, 99)}`;
  const payee = `Shop ${random.below(40)}`;
  return transactionOf(id, {
    amount,
    booked,
    booking_date: booked ? day : null,
    value_date: day,
    mapped_fields: { payee, description: `Card ${id} ${payee}`, date: day },
  });
}
