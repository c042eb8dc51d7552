import { ExpectedRow, ExpectedRows, ExpectedText } from './case';

/** The members of a stored transaction that cases describe. */
export interface StoredRow {
  readonly date: string;
  readonly valueDate: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly payee: string;
  readonly description: string;
  /** Whether it may be a duplicate of another row, so that it counts nowhere until a user decides. */
  readonly isUnderReview: boolean;
  /** The transaction as JSON. */
  readonly whole: string;
}

type Fits = (expected: ExpectedRow, row: StoredRow) => boolean;

/** Returns the differences between the expected and the stored rows, in words; empty if there are none. */
export function compareRows(expected: ExpectedRows, rows: readonly StoredRow[]): string[] {
  const { missing, extra } =
    expected.rows === undefined ? { missing: [], extra: [] } : pair(expected.rows, rows, fits);
  const among = pair(expected.rows_among ?? [], rows, fits).missing;
  const unwanted = rows.filter((row) => (expected.rows_lack ?? []).some((one) => fits(one, row)));
  const sum = sumOf(rows.map(({ amount }) => amount));
  return [
    ...missing.map((row) => `missing: ${JSON.stringify(row)}`),
    ...extra.map((row) => `not expected: ${brief(row)}`),
    ...among.map((row) => `missing: ${JSON.stringify(row)}`),
    ...unwanted.map((row) => `must not be there: ${brief(row)}`),
    ...(expected.count === undefined || expected.count === rows.length
      ? []
      : [`${expected.count} rows expected, ${rows.length} stored`]),
    ...(expected.sum === undefined || sumOf([expected.sum]) === sum
      ? []
      : [`sum ${expected.sum} expected, ${sum} stored`]),
    ...nearestOf(expected.any_of ?? [], rows),
  ];
}

/** Returns the differences from the nearest one of several correct results. */
function nearestOf(alternatives: readonly ExpectedRows[], rows: readonly StoredRow[]): string[] {
  const found = alternatives.map((one) => compareRows(one, rows));
  return found.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Pairs expected with stored rows, as many as possible. */
function pair(expected: readonly ExpectedRow[], rows: readonly StoredRow[], test: Fits) {
  const owners = new Map<number, number>();
  const assign = (index: number, seen: Set<number>): boolean =>
    rows.some((row, at) => {
      const one = expected[index];
      if (one === undefined || seen.has(at) || !test(one, row)) return false;
      seen.add(at);
      const owner = owners.get(at);
      if (owner !== undefined && !assign(owner, seen)) return false;
      owners.set(at, index);
      return true;
    });
  const missing = expected.filter((_, index) => !assign(index, new Set()));
  return { missing, extra: rows.filter((_, at) => !owners.has(at)) };
}

function fits(expected: ExpectedRow, row: StoredRow): boolean {
  if (typeof expected === 'string') return moneyFits(expected, row);
  return moneyFits(expected.row, row) && textFits(expected, row);
}

function moneyFits(expected: string, row: StoredRow): boolean {
  const [date = '-', amount = '-', currency = row.currency] = expected.split(' ');
  return (
    (date === '-' || date === row.date) &&
    (amount === '-' || sumOf([amount]) === sumOf([row.amount])) &&
    currency === row.currency
  );
}

function textFits(expected: ExpectedText, row: StoredRow): boolean {
  const both = `${row.payee}\n${row.description}`;
  return (
    (expected.value_date === undefined || expected.value_date === row.valueDate) &&
    (expected.payee === undefined || squeezed(expected.payee) === squeezed(row.payee)) &&
    listOf(expected.payee_contains).every((part) => has(row.payee, part)) &&
    listOf(expected.text_contains).every((part) => has(both, part)) &&
    !listOf(expected.text_lacks).some((part) => has(both, part)) &&
    listOf(expected.anywhere).every((part) => row.whole.includes(part))
  );
}

const SCALE = 18;

/** Returns the exact sum of decimals in a canonical form: -8.95000 and -8.95 are the same. */
function sumOf(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + scaled(amount), 0n);
  const digits = (total < 0n ? -total : total).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${total < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}

function scaled(amount: string): bigint {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(amount);
  if (match === null) throw new Error(`"${amount}" is no decimal number`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const value = BigInt(`${whole}${fraction.padEnd(SCALE, '0').slice(0, SCALE)}`);
  return sign === '-' ? -value : value;
}

function has(text: string, part: string): boolean {
  return squeezed(text).includes(squeezed(part));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function brief({ date, amount, currency, payee, description }: StoredRow): string {
  return [date, amount, currency, payee, description].filter((part) => part !== '').join(' ');
}
