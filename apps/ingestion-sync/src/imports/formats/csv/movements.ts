import { DecimalMark, readAmount } from '../values/amounts';
import { EntryUnreadable } from '../statement-problem';
import { directionOf } from './names/direction-words';
import { ColumnProfile } from './detection/profile-columns';
import { unitsOf } from './units';

/** The amounts of a column in units, row by row; null if a cell is no amount, and for zero if `blankZeros` is set. */
export type Units = readonly (bigint | null)[];

/** Caches the units of columns. */
export class ColumnUnits {
  private readonly known = new Map<number, Units>();

  constructor(private readonly mark: DecimalMark) {}

  of(column: ColumnProfile): Units {
    const known = this.known.get(column.index);
    if (known !== undefined) return known;
    const units = column.cells.map((cell) => unitsIn(cell, this.mark));
    this.known.set(column.index, units);
    return units;
  }
}

function unitsIn(cell: string, mark: DecimalMark): bigint | null {
  if (cell === '') return null;
  try {
    return unitsOf(readAmount(cell, mark));
  } catch (error) {
    if (error instanceof EntryUnreadable) return null;
    throw error;
  }
}

/** The columns from which a row's movement is read. */
export type MovementColumns =
  | {
      readonly kind: 'single';
      readonly amount: ColumnProfile;
      readonly direction: ColumnProfile | null;
      readonly turned: boolean;
    }
  | { readonly kind: 'pair'; readonly debit: ColumnProfile; readonly credit: ColumnProfile };

/** The part of the fee in the movement: subtracted, or added with its sign. */
export interface FeePart {
  readonly column: ColumnProfile;
  readonly sign: -1n | 1n;
}

export function movementUnits(how: MovementColumns, fee: FeePart | null, units: ColumnUnits): Units {
  const amounts = how.kind === 'pair' ? pairUnits(how.debit, how.credit, units) : singleUnits(how, units);
  if (fee === null) return amounts;
  const fees = units.of(fee.column);
  return amounts.map((amount, row) => (amount === null ? null : amount + fee.sign * (fees[row] ?? 0n)));
}

function singleUnits(
  { amount, direction, turned }: Extract<MovementColumns, { kind: 'single' }>,
  units: ColumnUnits,
): Units {
  return units.of(amount).map((value, row) => {
    if (value === null) return null;
    if (direction === null) return turned ? -value : value;
    const way = directionOf(direction.cells[row] ?? '');
    if (way === null) return null;
    const absolute = value < 0n ? -value : value;
    return way === 'OUT' ? -absolute : absolute;
  });
}

function pairUnits(debit: ColumnProfile, credit: ColumnProfile, units: ColumnUnits): Units {
  const [out, in_] = [units.of(debit), units.of(credit)];
  const [outSign, inSign] = [hasMinusForAll(debit) ? 1n : -1n, hasMinusForAll(credit) ? -1n : 1n];
  return out.map((value, row) => {
    const other = in_[row] ?? null;
    if (value === null && other === null) return null;
    return outSign * (value ?? 0n) + inSign * (other ?? 0n);
  });
}

/**
 * Returns whether most amounts of a column for one direction have a minus, which then only repeats the column's
 * direction.
 */
export function hasMinusForAll({ numbers, filled }: ColumnProfile): boolean {
  return numbers.negative * 2 > filled - numbers.zeros;
}

/** Returns whether each row has an amount in one of the columns and never in both; zero is none. */
export function filledInTurn(a: ColumnProfile, b: ColumnProfile, units: ColumnUnits): boolean {
  const [left, right] = [units.of(a), units.of(b)];
  let [onlyLeft, onlyRight] = [0, 0];
  for (const [row, value] of left.entries()) {
    const [has, hasOther] = [value !== null && value !== 0n, (right[row] ?? 0n) !== 0n];
    if (has && hasOther) return false;
    if (has) onlyLeft += 1;
    if (hasOther) onlyRight += 1;
  }
  return onlyLeft > 0 && onlyRight > 0;
}

/** Returns whether two columns have the same amounts in two currencies, or equal amounts. */
export function areProportional(a: ColumnProfile, b: ColumnProfile, units: ColumnUnits): boolean {
  const pairs = units.of(a).flatMap((left, row) => {
    const right = units.of(b)[row] ?? null;
    return left === null || right === null || left === 0n || right === 0n
      ? []
      : [[Number(left), Number(right)] as const];
  });
  if (pairs.length < 2) return false;
  // Rates are no money, so they may be floats.
  const rates = pairs.map(([left, right]) => right / left).sort((x, y) => x - y);
  const middle = rates[rates.length >> 1] ?? 0;
  return pairs.every(
    ([left, right]) => Math.abs(right - left * middle) <= Math.abs(left * middle) * 0.01 + 1_500_000,
  );
}
