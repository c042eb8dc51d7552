import { accountSet, FeedAccountRow, FeedTransactionRow } from './feed-answer';
import { TRANSACTIONS_MAX } from './feed.reader';

const SERVER = { url: 'https://tributary.example/simplefin', complaints: [] };

const ACCOUNT: FeedAccountRow = {
  id: 7,
  document: { name: 'Current', custom_name: null, display_name: null, currency: 'EUR' },
  cleared: '1.00',
  available: null,
  balance_at: null,
  institution_id: null,
  institution: null,
  connection_status: null,
};

function rows(count: number): FeedTransactionRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index,
    account_id: 7,
    created_at: new Date(0),
    document: { amount: '-1.00', booked: true, mapped_fields: { payee: `Shop ${index}` } },
    booking_date: '2026-01-02',
    value_date: null,
  }));
}

describe('an answer with the maximum of transactions', () => {
  it('contains all of them, as JSON', async () => {
    let text = '';
    for await (const piece of accountSet([ACCOUNT], rows(TRANSACTIONS_MAX), SERVER)) text += piece;
    const { accounts } = JSON.parse(text) as { accounts: { id: string; transactions: unknown[] }[] };
    expect(accounts).toMatchObject([{ id: '7', balance: '1.00', holdings: [] }]);
    expect(accounts[0]?.transactions).toHaveLength(TRANSACTIONS_MAX);
    expect(accounts[0]?.transactions[1]).toMatchObject({ id: '1', payee: 'Shop 1', amount: '-1.00' });
  });

  it('is built in pieces, and other requests run in between', async () => {
    let turns = 0;
    const others = new AbortController();
    const turn = (): void => {
      turns += 1;
      if (!others.signal.aborted) setImmediate(turn);
    };
    turn();
    let turnsBefore = 0;
    const pieces: { transactions: number; turns: number }[] = [];
    for await (const piece of accountSet([ACCOUNT], rows(TRANSACTIONS_MAX), SERVER)) {
      const transactions = piece.split('"pending"').length - 1;
      if (transactions === 0) continue;
      pieces.push({ transactions, turns: turns - turnsBefore });
      turnsBefore = turns;
    }
    others.abort();
    expect(pieces).toHaveLength(TRANSACTIONS_MAX / 500);
    for (const piece of pieces) {
      expect(piece.transactions).toBe(500);
      expect(piece.turns).toBeGreaterThan(0);
    }
  });

  it('is also complete for accounts without transactions', async () => {
    let text = '';
    for await (const piece of accountSet([ACCOUNT, { ...ACCOUNT, id: 8 }], [], SERVER)) text += piece;
    const answer = JSON.parse(text) as { accounts: { transactions: unknown[] }[] };
    expect(answer.accounts.map(({ transactions }) => transactions)).toEqual([[], []]);
  });
});
