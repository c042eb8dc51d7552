import { addDecimals } from '@tributary/money';
import { Visitor } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { operator } from './cluster';

export const GATEWAY = 'http://api-gateway.tributary.svc.cluster.local';
const SANDBOX = 'http://sandbox.stores.svc.cluster.local:4010';
const PASSWORD = 'correct horse battery';
const USED = ['accounts', 'transactions', 'destinations', 'financial-connections', 'transfer-links'];
/** The bank's own ids of accounts are sensitive. */
const SCOPES = [...USED.flatMap((what) => [`${what}:read`, `${what}:write`]), 'sensitive:read'];

interface Answer<Data> {
  readonly data: Data;
  readonly meta?: { readonly total: number };
}
interface BankLedger {
  readonly accounts: readonly {
    readonly id: string;
    readonly signed_sum: string;
    readonly transaction_count: number;
  }[];
}
interface BudgetLedger {
  readonly accounts: readonly {
    readonly transactions: readonly { readonly import_id: string; readonly deleted: boolean }[];
  }[];
}
export interface Account {
  readonly id: string;
  readonly integrator_id: string;
}
interface Transaction {
  readonly id: string;
  readonly financial_account_id: string;
  readonly amount: string;
}
/** Transactions and their exact sum, of each account by the bank's id. */
export type Totals = Readonly<Record<string, { readonly count: number; readonly sum: string }>>;

/** The first user of an installation, by the code that an operator's command prints. @returns what was done */
export async function becomesAdministrator(code: string): Promise<string> {
  const visitor = new Visitor(GATEWAY);
  const user = { email: 'first@example.com', name: 'Aino', password: PASSWORD, code };
  const { location } = await visitor.submit('/first-run', user);
  expect(location).toBe(`${GATEWAY}/welcome`);
  expect(await visitor.isSignedIn()).toBe(true);
  expect((await visitor.get('/first-run')).status).not.toBe(200);
  return 'the code made an account, which is signed in, and no other';
}

/** Somebody who uses the gateway's Service, by the pages and over REST. */
export class ClusterUser {
  private token = '';
  private readonly visitor = new Visitor(GATEWAY);

  /** Signs up by an invitation, and makes a token. */
  async arrive(): Promise<void> {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const invited = await operator('invitations', 'create', '--email', email);
    const link = /link, shown this once: (.*)$/m.exec(invited)?.[1];
    const invitation = new URL(link ?? '', GATEWAY).searchParams.get('invitation') ?? '';
    const user = { email, name: 'Maija', password: PASSWORD, invitation };
    const page = `/sign-up?invitation=${invitation}`;
    expect((await this.visitor.submit(page, user, '/sign-up')).status).toBe(303);
    expect((await this.visitor.submit('/sign-in', { email, password: PASSWORD })).status).toBe(303);
    const wanted = { name: 'cluster', scopes: SCOPES, financial_accounts: null };
    const { data } = await this.visitor.console<{ token: string }>('POST', '/tokens', wanted);
    this.token = data.token;
  }

  /** @param key repeated with a request whose answer did not come in time */
  async rest<Data>(method: string, below: string, body?: object, key?: string): Promise<Answer<Data>> {
    const response = await fetch(`${GATEWAY}/api/v1${below}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return (await response.json()) as Answer<Data>;
    throw new RestError(
      response.status,
      `${method} ${below} answered ${response.status}: ${await response.text()}`,
    );
  }

  async connectBudget(): Promise<void> {
    const token = 'sandbox-budgeta-token';
    await this.rest('POST', '/destinations/budgeta/connections', { name: 'Budget', access_token: token });
  }

  /** @returns the id of the bank in the list, or undefined while that is being read */
  async bank(): Promise<string | undefined> {
    const { data } = await this.rest<{ id: string; name: string; external_id?: string }[]>(
      'GET',
      '/finance/institutions?filter[search]=berka',
    );
    return data[0]?.id;
  }

  async connectBank(institution: string): Promise<void> {
    const { data } = await this.rest<{ auth_url: string }>('POST', '/finance/connections', {
      institution_id: institution,
      redirect_url: 'https://client.example/done',
    });
    const back = await this.visitor.consent(data.auth_url);
    expect(back.searchParams.get('outcome')).toBe('given');
  }

  async accounts(): Promise<readonly Account[]> {
    return (await this.rest<Account[]>('GET', '/finance/accounts?page[size]=100&sort=id')).data;
  }

  /** Each account to the account of the budget that has its id as note. @returns how many links there are */
  async linkAll(): Promise<number> {
    const { data } = await this.rest<{ budgets?: { accounts?: { id: string; note: string }[] }[] }[]>(
      'GET',
      '/destinations/budgeta/connections?include=budgets.accounts',
    );
    const targets = data.flatMap(({ budgets = [] }) => budgets.flatMap(({ accounts = [] }) => accounts));
    const links = (await this.accounts()).flatMap(({ id, integrator_id }) => {
      const target = targets.find(({ note }) => note === integrator_id);
      return target
        ? [{ financial_account_id: id, destination_type: 'BUDGETA', destination_id: target.id }]
        : [];
    });
    await this.rest('POST', '/transfer-links/bulk', { transfer_links: links });
    return links.length;
  }

  /** What the product has. */
  async totals(): Promise<Totals> {
    const bankIds = new Map((await this.accounts()).map(({ id, integrator_id }) => [id, integrator_id]));
    const totals: Record<string, { count: number; sum: string }> = {};
    const seen = new Set<string>();
    for (let page = 1, last = 1; page <= last; page++) {
      const { data, meta } = await this.rest<Transaction[]>(
        'GET',
        `/finance/transactions?page[size]=100&page[number]=${page}&sort=id`,
      );
      last = Math.ceil((meta?.total ?? 0) / 100);
      for (const { id, financial_account_id, amount } of data) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
        const bankId = bankIds.get(financial_account_id) ?? '';
        const { count, sum } = totals[bankId] ?? { count: 0, sum: '0.00' };
        totals[bankId] = { count: count + 1, sum: addDecimals(sum, amount) };
      }
    }
    return totals;
  }
}

/** What the bank has. */
export async function bankTotals(): Promise<Totals> {
  const { accounts } = await control<BankLedger>('GET', '/ledger/provider-a?institution=BERKA');
  return Object.fromEntries(
    accounts.map(({ id, signed_sum, transaction_count }) => [
      id,
      { count: transaction_count, sum: signed_sum },
    ]),
  );
}

/** How many rows the budget has, and how many different ones. */
export async function budgetRows(): Promise<{ rows: number; different: number }> {
  const { accounts } = await control<BudgetLedger>('GET', '/ledger/budgeta');
  const rows = accounts.flatMap(({ transactions }) => transactions).filter(({ deleted }) => !deleted);
  return { rows: rows.length, different: new Set(rows.map(({ import_id }) => import_id)).size };
}

export const countOf = (totals: Totals): number =>
  Object.values(totals).reduce((sum, { count }) => sum + count, 0);

/** New transactions of an account, at the bank. */
export async function book(account: string, first: number, many: number): Promise<void> {
  const booked = Array.from({ length: many }, (_, at) => ({
    transactionId: `cluster-${account}-${first + at}`,
    bookingDate: new Date().toISOString().slice(0, 10),
    transactionAmount: { amount: `-${first + at}.37`, currency: 'CZK' },
    remittanceInformationUnstructured: `Booked while the cluster changed, ${first + at}`,
  }));
  await control('POST', `/provider-a/accounts/${account}/transactions`, { booked });
}

async function control<Data>(method: string, below: string, body?: object): Promise<Data> {
  const response = await fetch(`${SANDBOX}/_control${below}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  if (!response.ok)
    throw new Error(`${method} ${below} answered ${response.status}: ${await response.text()}`);
  return (await response.json().catch(() => undefined)) as Data;
}

/** Four clients, each of which sends one request after the other until the load is ended; the first writes if `writes`. */
export class Load {
  private readonly failures: string[] = [];
  private sent = 0;
  private repeated = 0;
  private going = true;
  private readonly clients: Promise<void>[];

  constructor(
    private readonly user: ClusterUser,
    private readonly account: string,
    writes: boolean,
  ) {
    this.clients = [0, 1, 2, 3].map(async (client) => {
      while (this.going) {
        this.sent += 1;
        const asked = writes && client === 0 ? this.rename() : this.user.rest('GET', RECENT);
        await asked.catch((error: Error) =>
          this.failures.push(`${new Date().toISOString()} ${messageOf(error)}`),
        );
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
  }

  /** A command, which is repeated with its key while the gateway says that its service did not answer in time. */
  private async rename(): Promise<void> {
    const key = randomBytes(12).toString('hex');
    const body = { custom_name: `Everyday ${this.sent}` };
    for (let tries = 1; ; tries++) {
      try {
        await this.user.rest('PUT', `/finance/accounts/${this.account}`, body, key);
        return;
      } catch (error) {
        if (!(error instanceof RestError) || error.status !== 503 || tries > 5) throw error;
        this.repeated += 1;
      }
    }
  }

  async end(): Promise<{ sent: number; repeated: number; failures: readonly string[] }> {
    this.going = false;
    await Promise.all(this.clients);
    return { sent: this.sent, repeated: this.repeated, failures: this.failures };
  }
}

const RECENT = '/finance/transactions?page[size]=20&sort=-booking_date';

class RestError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const messageOf = (error: Error) =>
  error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
