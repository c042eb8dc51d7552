import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { excessesOf, growthOf } from '@tributary/testing';
import { context } from '@opentelemetry/api';
import { inZone } from '../../../src/providers/mapping/time-zones';
import { keepStoredDays } from '../../../src/transactions/saving/keep-stored-days';
import type { AnswersRead } from '../../../src/transactions/saving/save-answers';
import { toRows } from '../../../src/transactions/transaction-rows';

jest.setTimeout(120_000);

const COUNT = 10_000;
const MOMENT = Date.UTC(2026, 2, 2, 20);
const TIME = new Date(MOMENT).toISOString();

/** Entries without ids that differ only in their position, as a server may send them by the thousand. */
function listed(count: number, zone: string | null) {
  const transactions = Array.from({ length: count }, (_, index) =>
    inZone(
      {
        booked: true,
        document: {
          amount: '-1.00',
          currency: 'EUR',
          booked: true,
          booking_date: '2026-03-02',
          booking_datetime: TIME,
          value_date: '2026-03-02',
          value_datetime: TIME,
        },
        strongId: null,
        weakId: null,
        pendingStrongId: null,
        rawJson: String(index),
        moments: { booking_date: MOMENT, value_date: MOMENT },
      },
      zone,
    ),
  );
  return toRows(transactions, DEFAULT_ACCOUNT_CONFIG);
}

/** A transaction whose two statements find all of the rows stored, each on its UTC day. */
function storing(count: number): Tx {
  const stored = listed(count, null).map(({ identityKey, document }, index) => ({
    ...document,
    account_id: 1,
    id: index + 1,
    identity_key: identityKey,
    identity_rank: 3,
  }));
  return { query: async (sql: string) => (sql.includes('days date') ? stored : []) } as unknown as Tx;
}

function answerOf(count: number): AnswersRead {
  return {
    account: { id: 1, userId: 1, config: DEFAULT_ACCOUNT_CONFIG },
    trace: context.active(),
    hasTransactions: true,
    rows: listed(count, 'Pacific/Auckland'),
    coverage: [],
    removals: [],
    reportsChanges: false,
  };
}

it('entries without ids that are alike keep their days and their keys, each those of one stored entry', async () => {
  const [{ rows } = { rows: [] }] = await keepStoredDays(storing(3), [answerOf(4)]);
  expect(rows.map(({ document }) => document.booking_date)).toEqual([
    '2026-03-02',
    '2026-03-02',
    '2026-03-02',
    '2026-03-03',
  ]);
  const kept = listed(3, null).map(({ identityKey }) => identityKey);
  expect(rows.slice(0, 3).map(({ identityKey }) => identityKey)).toEqual(kept);
  expect(new Set(rows.map(({ identityKey }) => identityKey)).size).toBe(4);
});

it(`${COUNT} such entries beside as many stored ones cost in proportion, and hold up nobody`, async () => {
  const growth = await growthOf((part) => {
    const count = part === 'whole' ? COUNT : COUNT / 2;
    const [tx, answer] = [storing(count), answerOf(count)];
    return () => keepStoredDays(tx, [answer]);
  });
  expect(excessesOf(growth)).toEqual([]);
});
