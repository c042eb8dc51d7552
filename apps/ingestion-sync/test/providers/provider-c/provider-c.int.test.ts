import {
  AccountDocument,
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  HoldingsSnapshottedV1,
  SyncAccounts,
  TransactionDocument,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { addDecimals, compareDecimals } from '@tributary/money';
import { FERRY_LANE, HARBOUR_CRYPTO, MAPLE_STREET } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import { BrokerageFixture } from '../../brokerage.fixture';

const MARGIN = `${MAPLE_STREET}/margin`;
const CASH = `${MAPLE_STREET}/cash`;
const CREDIT = `${MAPLE_STREET}/credit`;
const SAVINGS = `${MAPLE_STREET}/savings`;
const WALLET = `${HARBOUR_CRYPTO}/wallet`;
const PORTFOLIO = `${FERRY_LANE}/portfolio`;

let brokers: BrokerageFixture;
beforeAll(async () => {
  brokers = await BrokerageFixture.start();
});
afterAll(() => brokers.close());

/** For tests that change the brokers. */
function eachWithUnchangedBrokers(): void {
  beforeEach(() => brokers.ingestion.nextUser());
}

async function connected(broker: string): Promise<number> {
  const { connection } = await brokers.connect(broker);
  await brokers.ingestion.settled();
  return connection.id;
}

function publishedOf(accountId: number): AccountDocument | undefined {
  return brokers.ingestion.events(AccountUpsertedV1).findLast(({ id }) => id === accountId)?.document;
}

/** Returns the sum of the cash of the stored transactions. */
function cashOf(documents: Iterable<TransactionDocument>): Record<string, string> {
  const sums: Record<string, string> = {};
  for (const { amount, currency } of documents) {
    sums[currency] = addDecimals(sums[currency] ?? '0.00', amount);
  }
  return sums;
}

function find(
  documents: ReadonlyMap<string, TransactionDocument>,
  description: RegExp,
): TransactionDocument[] {
  return [...documents.values()].filter((document) =>
    description.test(document.remittance_information?.unstructured ?? ''),
  );
}

describe('connected brokers', () => {
  beforeAll(async () => {
    await brokers.ingestion.nextUser();
    for (const broker of [MAPLE_STREET, FERRY_LANE, HARBOUR_CRYPTO]) await connected(broker);
  });

  it('have all their accounts except practice ones, each with its kind', async () => {
    const kinds = await Promise.all(
      [MARGIN, SAVINGS, CASH, CREDIT].map(async (key) => publishedOf(await brokers.accountId(key))),
    );
    expect(kinds.map((it) => [it?.account_category, it?.raw_type, it?.integrator, it?.currency])).toEqual([
      ['INVESTMENT', 'Margin', 'PROVIDER_C', 'CAD'],
      ['INVESTMENT', 'TFSA', 'PROVIDER_C', 'CAD'],
      ['DEPOSIT', 'Cash sub-account', 'PROVIDER_C', 'CAD'],
      ['LOC', 'Line of credit', 'PROVIDER_C', 'CAD'],
    ]);
    expect(kinds[0]?.account_number_masked).toBe('****4567');
    expect(JSON.parse(kinds[0]?.meta ?? '')).toMatchObject({ status: 'open', meta: { type: 'Margin' } });
    await expect(brokers.accountId(`${MAPLE_STREET}/paper`)).rejects.toThrow();
  });

  it('keep the user’s secret encrypted', async () => {
    const [row] = await brokers.ingestion.rows<{ consent_secret: string }>(
      'select consent_secret from connections',
    );
    expect(row?.consent_secret.length).toBeGreaterThan(40);
    expect(row?.consent_secret).not.toMatch(/userSecret|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it('must exist: the field is named', async () => {
    await expect(brokers.create('NOBODY')).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { institution_id: [expect.any(String)] } },
    });
  });

  describe('activities', () => {
    it('are stored once each, and add up to the broker’s cash in each currency', async () => {
      for (const key of [MARGIN, SAVINGS, CASH, CREDIT]) {
        const truth = await brokers.ledger(key);
        const documents = await brokers.documents(key);
        expect([...documents.keys()].sort()).toEqual([...truth.activity_ids].sort());
        expect(cashOf(documents.values())).toEqual(truth.cash);
      }
      const published = brokers.ingestion
        .events(TransactionUpsertedV1)
        .flatMap(({ transactions }) => transactions);
      expect(new Set(published.map(({ id }) => id)).size).toBe(published.length);
    });

    it('of investment accounts have a trade, those of the others have none', async () => {
      const trades = async (key: string) =>
        [...(await brokers.documents(key)).values()].map((it) => it.trade);
      expect((await trades(MARGIN)).every((trade) => trade !== undefined)).toBe(true);
      expect((await trades(CASH)).every((trade) => trade === undefined)).toBe(true);
      expect((await trades(CREDIT)).every((trade) => trade === undefined)).toBe(true);
    });

    it('in options name the contract, and a price per contract', async () => {
      const [bought] = find(await brokers.documents(PORTFOLIO), /^BOT 2 ACRN/);
      expect(bought).toMatchObject({ amount: '-620.90', currency: 'USD', booked: true });
      expect(bought?.trade).toMatchObject({
        activity_type: 'BUY',
        units: '2',
        price_per_unit: '310.45',
        fees: '0.9',
        instrument: { type: 'OPTION', exchange: 'XNAS' },
        option: { type: 'CALL', strike_price: '200', underlying_symbol: 'ACRN' },
      });
      expect(bought?.trade?.option?.ticker).toMatch(/^ACRN {2}\d{6}C00200000$/);
      expect(bought?.trade?.option?.expiration_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      const [expired] = find(await brokers.documents(PORTFOLIO), /^OPTIONEXPIRATION/);
      expect(expired?.trade).toMatchObject({ activity_type: 'OTHER', units: '1', price_per_unit: '0' });
      expect(expired?.codes?.proprietary_bank_transaction_code).toBe('OPTIONEXPIRATION');
    });

    it('in two currencies have a rate, and share a reference', async () => {
      const documents = await brokers.documents(PORTFOLIO);
      const legs = find(documents, /^FX CAD\/USD/);
      expect(legs.map(({ amount, currency }) => `${amount} ${currency}`).sort()).toEqual([
        '-27000.00 CAD',
        '20000.00 USD',
      ]);
      expect(new Set(legs.map(({ trade }) => trade?.external_reference_id)).size).toBe(1);
      expect(legs.every(({ trade }) => trade?.fx_rate === '1.35' && trade.activity_type === 'OTHER')).toBe(
        true,
      );
      const [abroad] = find(documents, /^BOUGHT 3 ACRN/);
      expect(abroad).toMatchObject({
        currency: 'CAD',
        trade: { fx_rate: '1.3612', instrument: { symbol: 'ACRN' } },
        currency_exchange: { exchange_rate: '1.3612', source_currency: 'USD', target_currency: 'CAD' },
      });
    });

    it('without cash have amount zero, and transfers of assets have no price', async () => {
      const documents = await brokers.documents(PORTFOLIO);
      const [moved] = find(documents, /^EXTERNAL_ASSET_TRANSFER_IN/);
      expect(moved).toMatchObject({ amount: '0.00', currency: 'CAD' });
      expect(moved?.trade).toMatchObject({ activity_type: 'TRANSFER', units: '120', price_per_unit: null });
      const [split] = find(documents, /^SPLIT/);
      expect(split?.trade).toMatchObject({
        activity_type: 'STOCK_SPLIT',
        units: '120',
        price_per_unit: null,
      });
    });

    it('in crypto currencies keep each digit, and name the currency', async () => {
      const documents = await brokers.documents(WALLET);
      expect(cashOf(documents.values())).toEqual((await brokers.ledger(WALLET)).cash);
      const [moved] = find(documents, /^EXTERNAL_ASSET_TRANSFER_IN/);
      expect(moved?.trade?.units).toBe('1.234567890123456789');
      const [swap] = find(documents, /^BUY ETH-USDT/);
      expect(swap).toMatchObject({
        amount: '0.00',
        currency: 'USD',
        additional_information: '-37.657407 USDT',
      });
      expect(swap?.trade).toMatchObject({ units: '0.0123456789', price_per_unit: null });
    });
  });

  describe('holdings', () => {
    it('are the broker’s positions, with cash and total value, published once', async () => {
      const truth = await brokers.ledger(PORTFOLIO);
      const accountId = await brokers.accountId(PORTFOLIO);
      const snapshot = brokers.ingestion
        .events(HoldingsSnapshottedV1)
        .find(({ financialAccountId }) => financialAccountId === accountId);
      expect(snapshot).toMatchObject({ version: 1, changed: true, parts: 1 });
      const held = snapshot?.holdings.map(({ document }) => ({
        symbol: document.instrument.symbol,
        units: document.units,
      }));
      const bySymbol = (a: { symbol: string }, b: { symbol: string }) => (a.symbol < b.symbol ? -1 : 1);
      expect(held?.sort(bySymbol)).toEqual([...truth.positions].sort(bySymbol));
      expect(publishedOf(accountId)).toMatchObject({
        cash_balance: { amount: truth.cash.CAD, currency: 'CAD' },
        total_balance: { amount: truth.total_value, currency: 'CAD' },
      });
      const balances = brokers.ingestion
        .events(BalanceSnapshottedV1)
        .find(({ financialAccountId }) => financialAccountId === accountId);
      expect(balances).toMatchObject({ cleared: truth.cash.CAD, currency: 'CAD' });
      const types = balances?.balances.map(({ document }) => `${document.type} ${document.currency}`).sort();
      expect(types).toEqual([
        'interimAvailable CAD',
        'interimAvailable USD',
        'interimBooked CAD',
        'interimBooked USD',
      ]);
    });

    it('of options and funds have their values', async () => {
      const documents = brokers.ingestion
        .events(HoldingsSnapshottedV1)
        .flatMap(({ holdings }) => holdings.map(({ document }) => document));
      const option = documents.find(({ option }) => option?.strike_price === '237.5');
      expect(option).toMatchObject({ units: '1', instrument: { type: 'OPTION' }, currency: 'USD' });
      expect(compareDecimals(option?.market_value ?? '', `${Number(option?.price) * 100}`)).toBe(0);
      const fund = documents.find(({ instrument }) => instrument.symbol === 'MMKT');
      expect(fund).toMatchObject({ cash_equivalent: true, instrument: { type: 'MUTUAL_FUND' } });
    });
  });
});

describe('activities', () => {
  eachWithUnchangedBrokers();

  it('that differ only in their ids stay distinct', async () => {
    const connection = await connected(FERRY_LANE);
    const fill = { type: 'BUY', symbol: 'NEVR', units: '1', price: '10', amount: '-10', currency: 'USD' };
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const rows = ['fill-1', 'fill-2', 'fill-3'].map((id) => ({
      ...fill,
      id,
      trade_date: day,
      description: 'FILL',
    }));
    await brokers.change(PORTFOLIO, { add: rows });
    await brokers.sync(connection);
    expect(find(await brokers.documents(PORTFOLIO), /^FILL$/)).toHaveLength(3);
  });

  it('of one day, sum and text are distinguished by the instrument when their ids change', async () => {
    const connection = await connected(FERRY_LANE);
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const trade = {
      type: 'BUY',
      units: '1',
      price: '10',
      amount: '-10',
      currency: 'USD',
      description: 'TRADE',
    };
    const rows = ['NEVR', 'ACRN', 'SAUN'].map((symbol) => ({
      ...trade,
      symbol,
      id: symbol,
      trade_date: day,
    }));
    await brokers.change(PORTFOLIO, { add: rows });
    await brokers.sync(connection);
    const symbolsById = () =>
      brokers.ingestion.rows(
        `select id, document#>>'{trade,instrument,symbol}' as symbol from transactions
          where document#>>'{remittance_information,unstructured}' = 'TRADE' order by id`,
      );
    const before = await symbolsById();
    expect(before).toHaveLength(3);
    await brokers.change(PORTFOLIO, { reissue_ids: true });
    await brokers.sync(connection);
    expect(await symbolsById()).toEqual(before);
  });

  it('stay the same transactions when the broker changes their ids', async () => {
    const connection = await connected(FERRY_LANE);
    const idOf = 'select id, document->$1->>$2 as name from transactions order by id';
    const ids = () => brokers.ingestion.rows(idOf, ['remittance_information', 'unstructured']);
    const before = await ids();
    await brokers.change(PORTFOLIO, { reissue_ids: true });
    await brokers.ingestion.rows('update financial_accounts set history_state = $1, covered_to = null', [
      'NEW',
    ]);
    await brokers.sync(connection);
    expect(await ids()).toEqual(before);
  });
});

describe('the database', () => {
  eachWithUnchangedBrokers();

  /** Returns the stored transactions and holdings, without counters and times. */
  async function stored(): Promise<unknown> {
    return brokers.ingestion.rows(
      `select document, raw, booked, booking_date::text, 't' as kind from transactions
       union all
       select document, null, null, null, position_key from holdings
       order by 1, 5`,
    );
  }

  async function afterFeeding(prepare: () => Promise<void>, syncs: number): Promise<unknown> {
    await prepare();
    const connection = await connected(FERRY_LANE);
    for (let sync = 1; sync < syncs; sync += 1) {
      await brokers.ingestion.rows(
        `update financial_accounts set history_state = 'NEW', covered_to = null, backfill_cursor = null`,
      );
      await brokers.sync(connection);
    }
    const rows = await stored();
    await brokers.ingestion.nextUser();
    return rows;
  }

  it('is the same for the same rows read once, twice, reordered and in small pages', async () => {
    const usual = await afterFeeding(() => Promise.resolve(), 1);
    expect(await afterFeeding(() => Promise.resolve(), 2)).toEqual(usual);
    const reversed = async (): Promise<void> => {
      const fault = {
        target: 'provider-c',
        path: '/(activities|positions)',
        kind: 'reverse_rows',
        times: null,
      };
      await brokers.ingestion.fault(fault);
    };
    expect(await afterFeeding(reversed, 1)).toEqual(usual);
    const split = async (): Promise<void> => {
      await brokers.ingestion.control('PUT', '/provider-c/limits', { page_max: 7, per_minute: 100_000 });
    };
    expect(await afterFeeding(split, 2)).toEqual(usual);
  });
});

describe('holdings', () => {
  eachWithUnchangedBrokers();

  it('that are read again unchanged are published as unchanged, and keep their rows', async () => {
    const connection = await connected(FERRY_LANE);
    await brokers.sync(connection);
    const [first, second] = brokers.ingestion.events(HoldingsSnapshottedV1);
    expect([first?.changed, second?.changed, second?.version]).toEqual([true, false, 2]);
    expect(second?.holdings).toEqual(first?.holdings);
  });

  it('that are sold disappear', async () => {
    const connection = await connected(FERRY_LANE);
    const { positions } = await brokers.ledger(PORTFOLIO);
    const units = positions.find(({ symbol }) => symbol === 'KETL.TO')?.units ?? '';
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const sale = {
      id: 'sold-out',
      type: 'SELL',
      trade_date: day,
      symbol: 'KETL.TO',
      description: 'SOLD OUT',
    };
    await brokers.change(PORTFOLIO, {
      add: [{ ...sale, units: `-${units}`, amount: '1', currency: 'CAD', price: '1' }],
    });
    await brokers.sync(connection);
    const last = brokers.ingestion.events(HoldingsSnapshottedV1).at(-1);
    expect(last?.changed).toBe(true);
    expect(last?.holdings.some(({ document }) => document.instrument.symbol === 'KETL.TO')).toBe(false);
    const left = await brokers.ingestion.rows('select 1 from holdings');
    expect(left).toHaveLength(positions.length - 1);
  });
});

describe('a broker', () => {
  eachWithUnchangedBrokers();

  it('that closed the connection ends the consent, though the provider still answers', async () => {
    const connection = await connected(FERRY_LANE);
    const { connections } = (await brokers.ingestion.control('GET', '/ledger/provider-c')) as {
      connections: { id: string }[];
    };
    await brokers.ingestion.control('PUT', `/provider-c/connections/${connections[0]?.id}`, {
      disabled: true,
    });
    // A connection that was healthy a moment ago is not checked again; another instance does not know it.
    await brokers.ingestion.stopInstance();
    await brokers.ingestion.startInstance();
    await brokers.ingestion.send(SyncAccounts, { connectionId: connection, financialAccountIds: null });
    await eventually(async () => {
      const last = brokers.ingestion.events(ConnectionChangedV1).at(-1);
      expect(last).toMatchObject({ event: 'connection.expired', document: { status: 'EXPIRED' } });
    });
  });

  it('whose data is still being loaded is waited for: incomplete data is not stored', async () => {
    await brokers.ingestion.control('PUT', `/provider-c/accounts/${PORTFOLIO}/loading`, { loading: true });
    await connected(FERRY_LANE);
    expect(await brokers.ingestion.rows('select 1 from transactions')).toEqual([]);
    expect(brokers.ingestion.events(HoldingsSnapshottedV1)).toEqual([]);
    const waiting = publishedOf(await brokers.accountId(PORTFOLIO));
    expect(waiting?.transactions_last_synced_at).toBeNull();
    expect(waiting?.health.failure_count).toBe(0);
    const [row] = await brokers.ingestion.rows<{ seconds: number }>(
      'select extract(epoch from next_sync_at - now())::int as seconds from financial_accounts',
    );
    expect(row?.seconds).toBeGreaterThan(30);
    expect(row?.seconds).toBeLessThanOrEqual(60);
  });
});
