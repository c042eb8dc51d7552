import { CsvColumn } from '../../statement';
import { moneyKindOf } from './money-kinds';
import { NamedKind } from '../names/column-words';
import { ColumnProfile, mayMean } from './profile-columns';
import { statusOf } from '../names/status-words';

const TEXT_KINDS = [
  'counterparty_account',
  'account',
  'bank_id',
  'payee',
  'payer',
  'description',
  'kind',
  'reference',
  'other',
] as const satisfies readonly NamedKind[];
type TextKind = (typeof TEXT_KINDS)[number];

/**
 * Names of account columns that mean the own account at some banks and the other party's at others: the cells decide.
 */
const ANY_ACCOUNT = new Set([
  'iban',
  'konto',
  'kontonummer',
  'account',
  'account number',
  'account no',
  'kontonr',
]);
const WHOLE_NAME = 1_000;
/** A code for a kind of payment: `UMC-`, `IDB`. */
const CODE = /^[\p{Lu}\d_\-./*]{1,6}$/u;
const ID = /^(?=.*\d)[\p{L}\d_\-./:*]{6,}$/u;
const BIC = /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NO_TEXT = /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|\d{1,2}:\d{2}(?::\d{2})?.{0,6}|[*xX.\d\s-]{3,20}|#\w+)$/;

/** Returns the column with the currency of the account's amounts, by its name or by codes of currencies. */
export function currencyColumn(columns: readonly ColumnProfile[]): ColumnProfile | null {
  const codes = columns.filter(({ currencies, type }) => type === 'text' && currencies >= 0.75);
  const rank = (column: ColumnProfile): number => {
    if (mayMean(column, 'original_currency')) return mayMean(column, 'currency') ? 1 : 0;
    return mayMean(column, 'currency') ? 3 : 2;
  };
  const isConstant = ({ distinct, filled, cells }: ColumnProfile): boolean =>
    distinct === 1 && filled === cells.length;
  const possible = codes.filter((column) => {
    // Payments in several currencies would be assigned to several accounts.
    if (rank(column) <= 1) return isConstant(column);
    return rank(column) !== 2 || (column.distinct <= 5 && !mayMean(column, 'kind'));
  });
  const [best] = possible.sort(
    (a, b) => rank(b) - rank(a) || Number(isConstant(b)) - Number(isConstant(a)) || a.index - b.index,
  );
  return (
    best ??
    columns.find((column) => column.type === 'empty' && column.meanings[0]?.kind === 'currency') ??
    null
  );
}

/** Returns the column whose words show that rows are not booked, or never will be. */
export function statusColumn(columns: readonly ColumnProfile[]): ColumnProfile | null {
  const texts = columns.filter(({ type }) => type === 'text' || type === 'empty');
  const isShort = ({ cells }: ColumnProfile): boolean => cells.every(({ length }) => length <= 40);
  const named = texts.find(
    (column) =>
      mayMean(column, 'status') &&
      isShort(column) &&
      (column.statuses >= 0.5 || (isWhole(column, 'status') && column.distinct <= 8)),
  );
  if (named !== undefined) return named;
  return (
    texts.find(
      (column) =>
        (column.meanings.length === 0 || mayMean(column, 'kind')) &&
        column.statuses >= 0.95 &&
        column.distinct <= 6 &&
        isShort(column) &&
        column.cells.some((cell) => statusOf(cell) !== null && statusOf(cell) !== 'BOOKED'),
    ) ?? null
  );
}

/** Returns the column that names the account of a row, in files of one account or of several. */
export function accountColumn(columns: readonly ColumnProfile[], rows: number): ColumnProfile | null {
  const isOwn = (column: ColumnProfile): boolean => {
    if (column.type === 'date' || isMoneyByName(column)) return false;
    const kind = kindByName(column);
    if (isAnyAccount(column)) return column.distinct === 1 && rows > 1 && column.filled === rows;
    if (kind !== null) return kind === 'account' && !isOtherSide(column, columns);
    return column.meanings.length === 0 && column.ibans >= 0.9 && column.distinct === 1 && rows > 1;
  };
  return columns.find(isOwn) ?? null;
}

/**
 * Returns whether a column that is named like the own account has the other party's accounts: some rows have none, or
 * each of several names always has the same account. Rows of one own account are adjacent, or such accounts share a
 * name.
 */
function isOtherSide(column: ColumnProfile, columns: readonly ColumnProfile[]): boolean {
  const { cells, distinct, filled } = column;
  if (distinct <= 1) return false;
  const blocks = cells.filter((cell, row) => row === 0 || cell !== cells[row - 1]).length;
  if (blocks === distinct && filled === cells.length) return false;
  if (filled < cells.length || mayMean(column, 'payer', 'payee', 'counterparty_account')) return true;
  // Sender and receiver columns: each of them has the own account in some rows.
  const accounts = columns.filter((other) => other.distinct > 1 && kindByName(other) === 'account');
  if (accounts.length > 1) return true;
  return columns.some(
    (other) => kindByName(other) === 'payee' && other.distinct > 2 && decides(other.cells, cells),
  );
}

/** Returns whether rows with equal cells in the one column have equal cells in the others. */
function decides(cells: readonly string[], others: readonly string[]): boolean {
  const known = new Map<string, string>();
  return cells.every((cell, row) => {
    const other = others[row] ?? '';
    const before = known.get(cell) ?? other;
    known.set(cell, before);
    return before === other;
  });
}

/** Chooses the columns that are neither dates nor money: payee, purpose and ids. */
export function chooseTexts(
  columns: readonly ColumnProfile[],
  taken: ReadonlyMap<number, CsvColumn>,
  rows: number,
): Map<number, CsvColumn> {
  const kinds = new Map<number, CsvColumn>();
  const seen = new Set<CsvColumn>(taken.values());
  const set = (column: ColumnProfile, kind: CsvColumn): void => {
    const many = kind === 'description' || kind === 'payee' || kind === 'payment_kind';
    if (!many && seen.has(kind)) return;
    seen.add(kind);
    kinds.set(column.index, kind);
  };
  const free = columns.filter(({ index, type }) => !taken.has(index) && type !== 'date');
  const named = free.map((column) => ({ column, kind: columnKind(column, columns, rows) }));
  const parties = named
    .filter(({ kind }) => kind === 'payee' || kind === 'payer')
    .map(({ column }) => column);
  // The other party's IBAN is more useful than its number.
  for (const { column, kind } of named.sort(
    (a, b) => Number(b.column.ibans >= 0.75) - Number(a.column.ibans >= 0.75),
  )) {
    if (kind !== null && !isOwnName(column, parties, rows)) set(column, kind);
  }
  const texts = free.filter(
    (column) => !kinds.has(column.index) && (isUnnamedText(column) || isSecond(column, seen)),
  );
  for (const column of texts) {
    if (saysMore(column, rows) && !repeats(column, columns, kinds)) set(column, 'description');
  }
  if (!seen.has('description') && !seen.has('payee') && !seen.has('payment_kind')) {
    const [left] = texts.filter(({ words }) => words > 0);
    if (left !== undefined) set(left, 'payment_kind');
  }
  return kinds;
}

function columnKind(
  column: ColumnProfile,
  columns: readonly ColumnProfile[],
  rows: number,
): CsvColumn | null {
  if (column.type !== 'empty' && column.ibans >= 0.75) {
    const own = kindByName(column) === 'account' && !isAnyAccount(column) && !isOtherSide(column, columns);
    return own ? 'account' : 'counterparty_account';
  }
  if (isAnyAccount(column)) return column.distinct <= 1 && rows > 1 ? null : 'counterparty_account';
  const kind = isMoneyByName(column) ? null : kindByName(column);
  switch (kind) {
    case null:
    case 'other':
      return null;
    case 'kind':
      return 'payment_kind';
    case 'bank_id':
      return idKind(column);
    case 'payee':
    case 'payer':
      if (column.type === 'number' && column.filled > 0) return null;
      if (isEach(column, EMAIL) || isEach(column, BIC)) return null;
      return isEach(column, ID) ? 'reference' : kind;
    case 'description':
      return isEach(column, NO_TEXT) ? null : kind;
    case 'account':
      return isOtherSide(column, columns) ? 'counterparty_account' : kind;
    case 'reference':
    case 'counterparty_account':
      return kind;
  }
}

/**
 * Returns whether a column with the same name in all rows is the user's own name: another column then has differing
 * names.
 */
function isOwnName(column: ColumnProfile, parties: readonly ColumnProfile[], rows: number): boolean {
  const isConstant = parties.includes(column) && column.distinct === 1 && column.filled === rows && rows > 1;
  return isConstant && parties.some(({ distinct }) => distinct > 1);
}

/** Returns whether a column of this kind was already chosen; the second one is treated as a text. */
function isSecond(column: ColumnProfile, seen: ReadonlySet<CsvColumn>): boolean {
  const kind = kindByName(column);
  return column.type === 'text' && kind !== null && kind !== 'other' && kind !== 'kind' && seen.has(kind);
}

function isEach({ cells, filled }: ColumnProfile, pattern: RegExp): boolean {
  return filled > 0 && cells.every((cell) => cell === '' || pattern.test(cell));
}

/** Returns the kind of an id column. Ids are not repeated; numbers that count from 1 in each file are no ids. */
function idKind(column: ColumnProfile): CsvColumn | null {
  if (column.distinct < column.filled) return 'reference';
  const isCounted =
    column.cells.every((cell) => cell === '' || /^\d{1,6}$/.test(cell)) &&
    (column.numbers.counter || column.filled < 2);
  return isCounted && column.filled > 0 ? null : 'bank_id';
}

function kindByName({ meanings }: ColumnProfile): TextKind | null {
  const [first] = meanings.filter(({ kind }) => isTextKind(kind));
  if (first === undefined) return null;
  const best = meanings.filter(({ kind, weight }) => isTextKind(kind) && weight === first.weight);
  return TEXT_KINDS.find((kind) => best.some((meaning) => meaning.kind === kind)) ?? null;
}

function isTextKind(kind: NamedKind): kind is TextKind {
  return (TEXT_KINDS as readonly NamedKind[]).includes(kind);
}

function isMoneyByName(column: ColumnProfile): boolean {
  const kind = moneyKindOf(column);
  return column.type === 'number' && kind !== null && kind !== 'id';
}

function isAnyAccount({ name }: ColumnProfile): boolean {
  return ANY_ACCOUNT.has(name.trim().toLowerCase());
}

function isWhole({ meanings }: ColumnProfile, kind: NamedKind): boolean {
  return meanings.some((meaning) => meaning.kind === kind && meaning.weight >= WHOLE_NAME);
}

/** Returns whether the column is a text with an unknown name, or with a name that does not fit its cells. */
function isUnnamedText(column: ColumnProfile): boolean {
  return (
    column.type === 'text' && kindByName(column) === null && !mayMean(column, 'currency', 'original_currency')
  );
}

/** Returns whether the column has distinct words, and not codes, ids, times, or the same text in every row. */
function saysMore({ cells, distinct, filled, words }: ColumnProfile, rows: number): boolean {
  if (words < 0.3 || (distinct === 1 && rows > 1 && filled > 1)) return false;
  const texts = cells.filter((cell) => cell !== '');
  if (texts.every((cell) => CODE.test(cell)) || texts.every((cell) => NO_TEXT.test(cell))) return false;
  return !(texts.every((cell) => ID.test(cell)) && distinct === filled && filled > 1);
}

function repeats(
  column: ColumnProfile,
  columns: readonly ColumnProfile[],
  kinds: ReadonlyMap<number, CsvColumn>,
): boolean {
  return columns.some((other) => {
    const kind = kinds.get(other.index);
    if (kind !== 'description' && kind !== 'payee') return false;
    return column.cells.every((cell, row) => cell === '' || cell === other.cells[row]);
  });
}
