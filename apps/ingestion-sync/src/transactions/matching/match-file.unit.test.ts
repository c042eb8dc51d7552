import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { settlementRules } from './evidence/settlement-evidence';
import { StoredTransaction } from '../stored-transaction';
import { toRows, TransactionRow } from '../transaction-rows';
import { AccountAnswer } from './answer';
import { Listing, ListingSource } from './listings';
import { matchBooked } from './match-booked';
import { matchFile } from './match-file';
import { Workload } from './workload';

type Line = readonly [
  day: string,
  amount: string,
  name: string,
  bankId?: string | null,
  balance?: string | null,
];

const KIND = 'CSV date payee amount';
const fileOf = (importId: number, first: string, last: string, changes: Partial<ListingSource> = {}) => ({
  importId,
  kind: KIND,
  form: KIND,
  firstDay: `2026-03-${first}`,
  lastDay: `2026-03-${last}`,
  ids: 'none' as const,
  fingerprints: [`file ${importId}`],
  ...changes,
});

function rowsOf(lines: readonly Line[]): TransactionRow[] {
  return lines.flatMap(([day, amount, name, bankId = null, balance = null], index) => {
    const document = {
      amount,
      currency: 'EUR',
      booked: true,
      booking_date: `2026-03-${day}`,
      booking_datetime: '',
      value_date: null,
      value_datetime: '',
      creditor: { name },
    };
    const sent = {
      booked: true,
      document,
      strongId: null,
      weakId: null,
      pendingStrongId: null,
      rawJson: '{}',
    };
    return toRows([sent], DEFAULT_ACCOUNT_CONFIG).map((row) => ({
      ...row,
      identityKey: `${row.identityKey} ${index}`,
      listed: { bankId, balance },
    }));
  });
}

function storedBy(source: ListingSource, lines: readonly Line[], changes: Partial<StoredTransaction> = {}) {
  return rowsOf(lines).map((row, index): StoredTransaction => {
    const listing: Listing = {
      source,
      bankId: row.listed?.bankId ?? null,
      balance: row.listed?.balance ?? null,
    };
    return {
      ...row,
      id: (source.importId ?? 0) * 100 + index,
      state: 'LIVE',
      booked: true,
      seenOn: '2026-03-30',
      mergedInto: null,
      isFromFile: source.importId !== null,
      underReview: false,
      edits: null,
      split: null,
      listings: [listing],
      form: source.form,
      ...changes,
    };
  });
}

function answerOf(stored: readonly StoredTransaction[], lines: readonly Line[]): AccountAnswer {
  return {
    rows: rowsOf(lines),
    listed: new Set(),
    listedKeys: new Set(),
    stored,
    reportsChanges: false,
    file: null,
    settlements: [],
    coverage: [],
    withdrawn: new Set(),
    duplicateFields: DEFAULT_ACCOUNT_CONFIG.fields_for_duplicate_filtering,
    rules: settlementRules(DEFAULT_ACCOUNT_CONFIG, 0.1),
    today: '2026-03-30',
  };
}

/** How many rows of the file are known, doubtful and new. */
async function judged(
  stored: readonly StoredTransaction[],
  file: ListingSource,
  lines: readonly Line[],
  fields = DEFAULT_ACCOUNT_CONFIG.fields_for_duplicate_filtering,
): Promise<string> {
  const answer = { ...answerOf(stored, lines), file, duplicateFields: fields };
  const { pairing, doubtful } = await matchFile(answer, file, new Workload());
  const revived = pairing.pairs.filter(({ stored: { state } }) => state === 'WITHDRAWN').length;
  return `${pairing.pairs.length - revived} known, ${doubtful.length} doubtful, ${pairing.openRows.length + revived} new`;
}

const TAXI = ['03', '-5.00', 'Taxi'] as const;
const CAFE: Line = ['04', '-1.00', 'Cafe'];
const FIRST = fileOf(1, '01', '03');
const NEXT = fileOf(2, '03', '04');

describe('a row of a file that begins on the day on which the file before ended', () => {
  const withId = { ids: 'identities' as const };

  it.each<[string, ListingSource, Line, ListingSource, Line, string]>([
    ['nothing tells them apart', FIRST, TAXI, NEXT, TAXI, '0 known, 1 doubtful, 1 new'],
    [
      'a name has another number',
      FIRST,
      ['03', '-5.00', 'Kiosk 7'],
      NEXT,
      ['03', '-5.00', 'Kiosk 8'],
      '0 known, 0 doubtful, 2 new',
    ],
    [
      'the ids are equal',
      { ...FIRST, ...withId },
      [...TAXI, 'T-7001'],
      { ...NEXT, ...withId },
      [...TAXI, 'T-7001'],
      '1 known, 0 doubtful, 1 new',
    ],
    [
      'the ids are equal, the name is another',
      { ...FIRST, ...withId },
      [...TAXI, 'T-7001'],
      { ...NEXT, ...withId },
      ['03', '-5.00', 'Taxi Ltd', 'T-7001'],
      '1 known, 0 doubtful, 1 new',
    ],
    [
      'the ids differ',
      { ...FIRST, ...withId },
      [...TAXI, 'T-7001'],
      { ...NEXT, ...withId },
      [...TAXI, 'T-7002'],
      '0 known, 0 doubtful, 2 new',
    ],
    [
      'the ids are counters',
      { ...FIRST, ids: 'counters' },
      [...TAXI, '1'],
      { ...NEXT, ids: 'counters' },
      [...TAXI, '2'],
      '0 known, 1 doubtful, 1 new',
    ],
    [
      'a counter with letters goes on in a later file',
      { ...FIRST, ids: 'named counters' },
      [...TAXI, 'TX-1'],
      { ...NEXT, ...withId },
      [...TAXI, 'TX-2'],
      '0 known, 0 doubtful, 2 new',
    ],
    [
      'the balances go on',
      FIRST,
      [...TAXI, null, '95.00'],
      NEXT,
      [...TAXI, null, '90.00'],
      '0 known, 0 doubtful, 2 new',
    ],
    [
      'the balances are equal',
      FIRST,
      [...TAXI, null, '95.00'],
      NEXT,
      [...TAXI, null, '95.0'],
      '1 known, 0 doubtful, 1 new',
    ],
    [
      'the other file is of another kind',
      { ...FIRST, kind: 'OFX', form: 'OFX' },
      TAXI,
      NEXT,
      ['03', '-5.00', 'TAXI 4711'],
      '0 known, 1 doubtful, 1 new',
    ],
  ])('%s', async (_, first, listed, next, row, expected) => {
    expect(await judged(storedBy(first, [listed]), next, [row, CAFE])).toBe(expected);
  });

  it('is known if the file before goes on beyond the day', async () => {
    expect(await judged(storedBy(fileOf(1, '01', '05'), [TAXI]), NEXT, [TAXI, CAFE])).toBe(
      '1 known, 0 doubtful, 1 new',
    );
  });

  it('is known in the very same file', async () => {
    const same = fileOf(1, '03', '03');
    expect(await judged(storedBy(same, [TAXI]), { ...same, importId: 2 }, [TAXI])).toBe(
      '1 known, 0 doubtful, 0 new',
    );
  });

  it('is doubtful where balances come back to where they were', async () => {
    const refunded: Line[] = [
      [...TAXI, null, '95.00'],
      ['03', '5.00', 'Taxi', null, '100.00'],
    ];
    expect(await judged(storedBy(FIRST, refunded), NEXT, [[...TAXI, null, '95.00']])).toBe(
      '0 known, 1 doubtful, 0 new',
    );
  });
});

describe('the count of a day that a file lists whole', () => {
  const whole = fileOf(2, '01', '05');

  it('decides how many of equal rows are new', async () => {
    expect(await judged(storedBy(FIRST, [TAXI, TAXI]), whole, [TAXI, TAXI, TAXI])).toBe(
      '2 known, 0 doubtful, 1 new',
    );
  });

  it('asks where the same kind of file has the amount in other words', async () => {
    expect(await judged(storedBy(FIRST, [TAXI]), whole, [['03', '-5.00', 'Bus']])).toBe(
      '0 known, 1 doubtful, 0 new',
    );
  });

  it('takes a row of the connection for the one of the file, whatever its words are', async () => {
    const connection = fileOf(0, '01', '09', { importId: null, kind: 'CONNECTION', form: 'CONNECTION' });
    expect(await judged(storedBy(connection, [TAXI]), NEXT, [['03', '-5.00', 'Kortti 4711']])).toBe(
      '1 known, 0 doubtful, 0 new',
    );
  });

  it('counts two rows that were decided to be one as one', async () => {
    const [kept] = storedBy(FIRST, [TAXI]);
    const merged = storedBy(fileOf(3, '03', '04'), [TAXI], {
      state: 'MERGED',
      mergedInto: kept?.id ?? 0,
      underReview: true,
    });
    expect(await judged([...(kept ? [kept] : []), ...merged], whole, [TAXI, TAXI])).toBe(
      '1 known, 0 doubtful, 1 new',
    );
  });
});

it('leaves what the user deleted deleted, and brings back what was withdrawn', async () => {
  const whole = fileOf(2, '01', '05');
  expect(await judged(storedBy(FIRST, [TAXI], { state: 'DELETED' }), whole, [TAXI])).toBe(
    '1 known, 0 doubtful, 0 new',
  );
  expect(await judged(storedBy(FIRST, [TAXI], { state: 'WITHDRAWN' }), whole, [TAXI])).toBe(
    '0 known, 0 doubtful, 1 new',
  );
});

it('looks at nothing but the fields that the user chose', async () => {
  const fields = ['booking_date', 'amount', 'currency'];
  const bus: Line = ['03', '-5.00', 'Bus', 'T-7002'];
  expect(await judged(storedBy(FIRST, [[...TAXI, 'T-7001']]), NEXT, [bus], fields)).toBe(
    '1 known, 0 doubtful, 0 new',
  );
});

it('judges thousands of equal rows in linear time', async () => {
  const many = Array.from({ length: 6_000 }, (_, index): Line => [
    '03',
    '-5.00',
    `Kiosk ${index}`,
    `T-${70_000 + index}`,
  ]);
  const others = many.map(([day, amount, name], index): Line => [day, amount, name, `U-${70_000 + index}`]);
  const ids = { ids: 'identities' as const };
  const begun = performance.now();
  expect(await judged(storedBy({ ...FIRST, ...ids }, many), { ...NEXT, ...ids }, others)).toBe(
    '0 known, 0 doubtful, 6000 new',
  );
  expect(performance.now() - begun).toBeLessThan(10_000);
});

/** The same of a provider's rows, some of whose days the answer lists whole. */
async function judgedOfSync(
  stored: readonly StoredTransaction[],
  lines: readonly Line[],
  changes: Partial<AccountAnswer>,
): Promise<string> {
  const { pairing, doubtful } = await matchBooked(
    { ...answerOf(stored, lines), file: null, ...changes },
    new Workload(),
  );
  return `${pairing.pairs.length} known, ${doubtful.length} doubtful, ${pairing.openRows.length} new`;
}

describe('a provider’s row beside the rows of files', () => {
  const inFile = storedBy(FIRST, [TAXI]);
  const RENAMED: Line = ['03', '-5.00', 'Yellow Cab Company'];
  const whole = [
    { from: '2026-03-01', to: '2026-03-10', includesPending: false, complete: true, isBackfill: false },
  ];

  it('is the file’s row where the answer lists the whole day, whatever its name', async () => {
    expect(await judgedOfSync(inFile, [RENAMED], { coverage: whole })).toBe('1 known, 0 doubtful, 0 new');
  });

  it('is doubtful under another name where the answer may have left out rows of the day', async () => {
    expect(await judgedOfSync(inFile, [RENAMED], { coverage: [] })).toBe('0 known, 1 doubtful, 0 new');
    expect(await judgedOfSync(inFile, [RENAMED], { reportsChanges: true })).toBe(
      '0 known, 1 doubtful, 0 new',
    );
  });

  it('is doubtful once for a row of the file; a second one is new', async () => {
    expect(await judgedOfSync(inFile, [RENAMED, ['03', '-5.00', 'Other']], {})).toBe(
      '0 known, 1 doubtful, 1 new',
    );
  });
});
