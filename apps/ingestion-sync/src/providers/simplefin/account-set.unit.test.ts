import { ProviderError } from '../provider.errors';
import { TransactionRequest } from '../provider.port';
import { accountSetFrom, noticesOf, SetAccount } from './account-set';
import { profileFrom } from './accounts';
import { balancesFrom } from './balances';
import { holdingsFrom } from './holdings';
import { readWhole } from './reading/answer-reader';
import { batchFrom } from './transactions';

function setFrom(body: object | string) {
  return accountSetFrom(readWhole(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))));
}

function only({ accounts }: ReturnType<typeof setFrom>): SetAccount {
  const [account] = accounts;
  if (!account) throw new Error('the set has no account');
  return account;
}

const ORG = { domain: 'bank.example', name: 'My Bank', 'sfin-url': 'https://sfin.example' };
const ACCOUNT = { id: 'ACT-1', name: 'Checking (1234)', currency: 'EUR', balance: '1.10' };
const VERSION_1 = { errors: [], accounts: [{ ...ACCOUNT, org: ORG }] };
const VERSION_2 = {
  errlist: [],
  connections: [{ conn_id: 'CON-1', name: 'My Bank', org_url: 'https://bank.example' }],
  accounts: [{ ...ACCOUNT, conn_id: 'CON-1' }],
};
const REQUEST: TransactionRequest = {
  window: { from: '2026-01-01', to: null },
  cursor: null,
  includePending: true,
  accountCurrency: null,
  accountCategory: 'BANK',
};

describe('an account', () => {
  it.each([
    ['1', VERSION_1],
    ['2', VERSION_2],
    [
      '1 and 2 at once',
      { ...VERSION_2, ...VERSION_1, accounts: [{ ...ACCOUNT, org: ORG, conn_id: 'CON-1' }] },
    ],
  ])('in version %s has its institution and a lasting identity', (_, body) => {
    const set = setFrom(body);
    const profile = profileFrom(only(set), set);
    expect(profile).toMatchObject({
      display_name: 'My Bank · Checking (1234)',
      account_number_masked: '****1234',
      institution_id: 'ACT-1',
      currency: 'EUR',
    });
    const moved = setFrom({ ...VERSION_1, accounts: [{ ...ACCOUNT, org: ORG, id: 'ACT-9' }] });
    expect(profileFrom(only(moved), moved).resource_id).toBe(profile.resource_id);
  });

  it('without a number in its name, or with a twin, is known by its id alone', () => {
    const twins = setFrom({ accounts: ['A', 'B'].map((id) => ({ ...ACCOUNT, org: ORG, id })) });
    expect(twins.accounts.map((one) => profileFrom(one, twins).resource_id)).toEqual(['A', 'B']);
    const unnumbered = setFrom({ accounts: [{ ...ACCOUNT, org: ORG, name: 'Savings' }] });
    expect(profileFrom(only(unnumbered), unnumbered).resource_id).toBe('ACT-1');
  });

  it.each([
    ['EUR', 'EUR'],
    ['usd', 'USD'],
    ['https://bank.example/miles', 'XXX'],
    ['$', 'XXX'],
  ])('in %s has amounts in %s', (currency, code) => {
    const set = setFrom({ accounts: [{ ...ACCOUNT, org: ORG, currency }] });
    expect(balancesFrom(only(set).account).value[0]).toMatchObject({ amount: '1.10', currency: code });
  });

  it('keeps each digit of amounts and ids that are JSON numbers', () => {
    const set = setFrom(
      '{"accounts":[{"id":12345678901234567890,"name":"a","currency":"EUR","balance":-1234567890123456.10,"available-balance":0,"balance-date":1772500000}]}',
    );
    expect(only(set).id).toBe('12345678901234567890');
    expect(balancesFrom(only(set).account).value).toMatchObject([
      { amount: '-1234567890123456.10', type: 'interimBooked', reference_date: '2026-03-03' },
      { amount: '0.00', type: 'interimAvailable' },
    ]);
  });

  it('has the holdings that the server adds, and no price that is not known', () => {
    const holding = { id: 'HOL-1', symbol: 'ACME', shares: '4', market_value: '10', cost_basis: '0.00' };
    const set = setFrom({ accounts: [{ ...ACCOUNT, holdings: [holding] }] });
    expect(profileFrom(only(set), set).account_category).toBe('INVESTMENT');
    expect(holdingsFrom(only(set).account).holdings).toMatchObject([
      {
        key: 'HOL-1',
        document: { units: '4', price: '2.5', market_value: '10', cost_basis: null, currency: 'EUR' },
      },
    ]);
  });

  it('is not read from an answer without accounts', () => {
    expect(() => setFrom({ errors: ['down'] })).toThrow(ProviderError);
  });
});

describe('what the server says', () => {
  it.each([
    ['con.auth', 'action'],
    ['gen.auth', 'action'],
    ['act.failed', 'failed'],
    ['act.missingdata', 'advice'],
    ['con.', 'advice'],
    ['act.somethingnew', 'advice'],
    ['unheard-of', 'advice'],
  ])('with the code %s is %s', (code, kind) => {
    const set = setFrom({ ...VERSION_2, errlist: [{ code, msg: 'Look here' }] });
    expect(noticesOf(set, only(set))).toMatchObject([{ kind, text: 'The SimpleFIN server says: Look here' }]);
  });

  it('of one account or institution is not said of another', () => {
    const set = setFrom({
      ...VERSION_2,
      errlist: [
        { code: 'con.auth', msg: 'other', conn_id: 'CON-2' },
        { code: 'act.failed', msg: 'other', account_id: 'ACT-2' },
        { code: 'act.failed', msg: 'mine', account_id: 'ACT-1' },
      ],
    });
    expect(noticesOf(set, only(set)).map(({ text }) => text)).toEqual(['The SimpleFIN server says: mine']);
  });

  it('is shown without control characters, and cut', () => {
    const errors = [`Line\u0000one\u202e\n two ${'x'.repeat(1000)}`];
    const set = setFrom({ ...VERSION_1, errors });
    const [notice] = noticesOf(set, only(set));
    expect(notice?.text).toMatch(/^The SimpleFIN server says: Line one two x+…$/);
    expect(notice?.text.length).toBeLessThan(340);
  });
});

describe('a transaction', () => {
  const read = (...transactions: object[]) => {
    const set = setFrom({ ...VERSION_1, accounts: [{ ...ACCOUNT, org: ORG, transactions }] });
    return batchFrom({ set, found: only(set) }, REQUEST);
  };
  const ROW = {
    id: 'T1',
    posted: 1772409600,
    amount: '-12.4',
    description: 'CARD 01.03 KAHVILA',
    payee: 'Kahvila',
  };

  it('has its day, party and text', async () => {
    const [row] = (
      await read({
        ...ROW,
        memo: 'note',
        transacted_at: 1772323200,
        extra: { category: 'food' },
      })
    ).upserts;
    expect(row).toMatchObject({
      booked: true,
      weakId: 'T1',
      strongId: null,
      document: {
        amount: '-12.40',
        booking_date: '2026-03-02',
        value_date: '2026-03-01',
        creditor: { name: 'Kahvila' },
        remittance_information: { unstructured: 'CARD 01.03 KAHVILA' },
        additional_information: 'note',
        additional_information_structured: '{"category":"food"}',
      },
    });
  });

  it.each([
    ['that is posted at 0', { posted: 0, transacted_at: 1772323200 }],
    ['that says so', { pending: true, transacted_at: 1772323200 }],
  ])('%s is pending', async (_, change) => {
    const [row] = (await read({ ...ROW, ...change })).upserts;
    expect(row?.document).toMatchObject({ booked: false, booking_date: null, value_date: '2026-03-01' });
  });

  it.each([[-86_400], ['soon'], [null], [1e15]])('that was posted at %j is set apart', async (posted) => {
    const { upserts, rejected, coverage } = await read({ ...ROW, posted });
    expect([upserts.length, rejected.length, coverage.complete]).toEqual([0, 1, false]);
  });

  it('outside the window is left out', async () => {
    const { upserts } = await read({ ...ROW, posted: Date.UTC(2025, 11, 31) / 1000 });
    expect(upserts).toEqual([]);
  });
});
