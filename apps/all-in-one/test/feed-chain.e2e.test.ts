import { createTributaryClient, pagesOf } from '@tributary/client';
import { ActivateConnection, CreateConnection } from '@tributary/contracts';
import { addDecimals } from '@tributary/money';
import type { components } from '@tributary/client';
import { eventually, FULL, shareOf } from '@tributary/testing';
import { SandboxControl } from '../src/demo/sandbox-control';
import { claimFeed } from './attacks/claimed-feed';
import { InProcessSystem } from './in-process-system';

/** The number of the sandbox's 1,229 accounts that the first Tributary reads; a share of them is in its feed. */
const ACCOUNTS = FULL ? 1229 : 140;
const ACCOUNTS_IN_FEED = 100;
const INGESTED_MS = FULL ? 900_000 : 120_000;
jest.setTimeout(INGESTED_MS + 60_000);

const DAY_S = 86_400;
const WINDOW_DAYS = 60;
/** The sandbox's history has 454 days. */
const HISTORY_DAYS = 540;

/** The members of a transaction that a feed contains. */
interface Carried {
  readonly account: string;
  readonly id: string;
  readonly amount: string;
  readonly day: string;
  readonly payee: string;
  readonly description: string;
  readonly booked: boolean;
}

interface FeedAnswer {
  readonly errlist: readonly { readonly code: string; readonly msg: string }[];
  readonly connections: readonly { readonly conn_id: string; readonly org_name: string }[];
  readonly accounts: readonly {
    readonly id: string;
    readonly conn_id: string;
    readonly transactions: readonly {
      readonly id: string;
      readonly posted: number;
      readonly amount: string;
      readonly payee: string;
      readonly description: string;
      readonly pending: boolean;
    }[];
  }[];
}

/** A whole Tributary that has read a bank, with its user. */
class Tributary {
  private constructor(
    readonly system: InProcessSystem,
    private readonly user: { readonly id: number; readonly token: string },
  ) {}

  static async start(): Promise<Tributary> {
    const system = await InProcessSystem.start({
      sandbox: { accounts: ACCOUNTS, dailyCalls: 1000 },
      settings: {
        MAX_HISTORICAL_DAYS: String(HISTORY_DAYS),
        RATE_LIMIT_PER_MINUTE: '1000000',
        SIMPLEFIN_ALLOWED_NETWORKS: '127.0.0.1/32',
        SIMPLEFIN_DAILY_REQUESTS: '1000000',
        SIMPLEFIN_SHARE_ANSWERS_MS: '600000',
      },
    });
    return new Tributary(system, await system.user('chain@example.org', 'Maija'));
  }

  async connectBank(): Promise<void> {
    const { connection, link } = await this.system.send(CreateConnection, this.user.id, {
      provider: 'PROVIDER_A',
      institutionExternalId: 'BERKA',
      reference: null,
      redirectUrl: 'https://client.example/callback',
      accountConfig: {},
    });
    await (await fetch(link, { redirect: 'manual' })).arrayBuffer();
    await this.system.send(ActivateConnection, this.user.id, {
      connectionId: connection.id,
      browserConfirmed: true,
    });
  }

  /** Connects the feed of another Tributary, like a user. */
  async connectFeed(setupToken: string): Promise<void> {
    const { token } = this.user;
    const institution_id = await eventually(async () => {
      const path = '/finance/institutions?filter[search]=simplefin';
      const [found] = await this.system.data<{ id: string }[]>('GET', path, token);
      expect(found).toBeDefined();
      return found?.id;
    });
    const body = { institution_id, setup_token: setupToken };
    await this.system.data('POST', '/finance/connections', token, body);
  }

  /** Resolves when `count` transactions are shown. */
  async hasRead(count: number): Promise<void> {
    await eventually(
      async () => expect(await this.system.total('/finance/transactions', this.user.token)).toBe(count),
      { timeoutMs: INGESTED_MS },
    );
  }

  async accounts(): Promise<{ readonly id: string; readonly idAtProvider: string }[]> {
    const accounts: { id: string; idAtProvider: string }[] = [];
    const pages = pagesOf((page) =>
      this.client().GET('/finance/accounts', { params: { query: { ...page, sort: ['id'] } } }),
    );
    for await (const page of pages) {
      accounts.push(...page.map(({ id, institution_id }) => ({ id, idAtProvider: institution_id ?? '' })));
    }
    return accounts;
  }

  /**
   * Creates a feed.
   * @returns the setup token
   */
  async makeFeed(accounts: readonly string[]): Promise<string> {
    const { setup_token } = await this.system.data<{ setup_token: string }>(
      'POST',
      '/destinations/feed/connections',
      this.user.token,
      { name: 'Another Tributary', financial_accounts: accounts.map(Number) },
    );
    return setup_token;
  }

  /** Returns all transactions over REST, with their texts as in a feed. */
  async transactions(): Promise<Carried[]> {
    return (await this.rows()).map(toCarried);
  }

  /** Returns the transactions that were read from a feed, with the accounts and ids that they have there. */
  async transactionsOfFeed(): Promise<Carried[]> {
    const accounts = new Map((await this.accounts()).map(({ id, idAtProvider }) => [id, idAtProvider]));
    return (await this.rows()).map((row) => ({
      ...toCarried(row),
      account: accounts.get(row.financial_account_id) ?? '',
      id: row.external_identifiers?.integrator_transaction_id ?? '',
    }));
  }

  private async rows() {
    const client = this.client();
    const pages = pagesOf((page) =>
      client.GET('/finance/transactions', { params: { query: { ...page, sort: ['id'] } } }),
    );
    const rows = [];
    for await (const page of pages) rows.push(...page);
    return rows;
  }

  private client() {
    return createTributaryClient({ baseUrl: `${this.system.url}/api/v1`, token: this.user.token });
  }
}

type Row = components['schemas']['Transaction'];

function toCarried(row: Row): Carried {
  const { payee, description } = row.mapped_fields;
  return {
    account: row.financial_account_id,
    id: row.id,
    amount: row.amount,
    day: row.booking_date ?? row.value_date ?? '',
    payee: payee || description || '',
    description: description || payee || '',
    booked: row.booked === 'true',
  };
}

/** Reads a feed directly, in windows as the protocol recommends. */
async function readFeed(setupToken: string): Promise<{ answers: FeedAnswer[]; carried: Carried[] }> {
  const { address, authorization } = await claimFeed(setupToken);
  const now = Math.floor(Date.now() / 1000);
  const answers: FeedAnswer[] = [];
  for (let from = now - HISTORY_DAYS * DAY_S; from < now + DAY_S; from += WINDOW_DAYS * DAY_S) {
    const url = new URL(address);
    url.searchParams.set('start-date', String(from));
    url.searchParams.set('end-date', String(from + WINDOW_DAYS * DAY_S));
    url.searchParams.set('pending', '1');
    url.searchParams.set('version', '2');
    answers.push((await (await fetch(url, { headers: { authorization } })).json()) as FeedAnswer);
  }
  const carried = answers
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ id: account, transactions }) =>
      transactions.map(({ id, amount, posted, payee, description, pending }) => ({
        account,
        id,
        amount,
        day: new Date(posted * 1000).toISOString().slice(0, 10),
        payee,
        description,
        booked: !pending,
      })),
    );
  return { answers, carried };
}

function ordered(transactions: readonly Carried[]): Carried[] {
  return [...transactions].sort((a, b) => Number(a.id) - Number(b.id));
}

/** Returns the sums by account and day. */
function sumsOf(transactions: readonly Carried[]): Map<string, string> {
  const sums = new Map<string, string>();
  for (const { account, day, amount } of ordered(transactions)) {
    const key = `${account} ${day}`;
    sums.set(key, addDecimals(sums.get(key) ?? '0', amount));
  }
  return sums;
}

/** Returns the institutions that a feed of all accounts names. */
async function institutionsIn(tributary: Tributary): Promise<ReadonlySet<string>> {
  const accounts = (await tributary.accounts()).map(({ id }) => id);
  const { answers } = await readFeed(await tributary.makeFeed(accounts));
  return new Set(answers.flatMap(({ connections }) => connections.map(({ org_name }) => org_name)));
}

describe('a Tributary that has read a bank', () => {
  let first: Tributary;
  let accounts: readonly string[];
  let own: readonly Carried[];

  beforeAll(async () => {
    first = await Tributary.start();
    await first.connectBank();
    const { provider_a: bank } = await new SandboxControl(first.system.sandbox).summary('BERKA');
    await first.hasRead(bank.transactions);
    const all = await first.accounts();
    accounts = shareOf(all, ACCOUNTS_IN_FEED).map(({ id }) => id);
    own = (await first.transactions()).filter(({ account }) => accounts.includes(account));
    if (FULL) expect(own).toHaveLength(49_102);
    expect(own.length).toBeGreaterThan(2000);
  });
  afterAll(() => first.system.stop());

  it('gives all of its transactions to a plain reader of its feed, each as it has it', async () => {
    const { answers, carried } = await readFeed(await first.makeFeed(accounts));
    expect(answers.flatMap(({ errlist }) => errlist)).toEqual([]);
    for (const { connections, accounts: shown } of answers) {
      expect(shown.map(({ id }) => id)).toEqual(accounts);
      expect(new Set(shown.map(({ conn_id }) => conn_id))).toEqual(
        new Set(connections.map(({ conn_id }) => conn_id)),
      );
    }
    expect(carried).toHaveLength(own.length);
    expect(sumsOf(carried)).toEqual(sumsOf(own));
    expect(ordered(carried)).toEqual(ordered(own));
  });

  it('gives all of them to another Tributary, which shows each as the first has it', async () => {
    const second = await Tributary.start();
    try {
      await second.connectFeed(await first.makeFeed(accounts));
      await second.hasRead(own.length);
      const read = await second.transactionsOfFeed();
      expect(read).toHaveLength(own.length);
      expect(sumsOf(read)).toEqual(sumsOf(own));
      expect(ordered(read)).toEqual(ordered(own));
      expect(await institutionsIn(second)).toEqual(await institutionsIn(first));
    } finally {
      await second.system.stop();
    }
  });
});
