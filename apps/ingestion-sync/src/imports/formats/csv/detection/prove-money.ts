import { Chain, chainOf, isProof, Step } from './find-balance';
import { moneyKindOf, moneyScore } from './money-kinds';
import { ColumnUnits, FeePart, filledInTurn, MovementColumns, movementUnits, Units } from '../movements';
import { ColumnProfile } from './profile-columns';

/** The most columns of numbers that are combined. */
const COLUMNS_MAX = 10;
const BALANCES_MAX = 6;
const MOVEMENTS_MAX = 60;
/** The factor by which links with the given sign must outnumber those with the opposite one. */
const HALF_TURNED = 8;

/** The rows in which movements and balances are searched. */
export interface MoneyRows {
  readonly units: ColumnUnits;
  readonly days: readonly (string | null)[];
  /** The account and currency of each row. */
  readonly groups: readonly string[];
  /** The rows whose status says that they are no movement, or not yet one. */
  readonly unmoved: readonly boolean[];
}

/** A running balance, and the columns that it proves. */
export interface Proof {
  readonly balance: ColumnProfile;
  /** Whether the balance column has the balance before the movement. */
  readonly before: boolean;
  readonly movement: MovementColumns;
  readonly fee: FeePart | null;
  readonly chain: Chain;
}

/**
 * Finds the reading of amount, sign and fee with which a balance column changes in most rows; null if there is none.
 */
export function proveMoney(
  columns: readonly ColumnProfile[],
  directions: readonly ColumnProfile[],
  rows: MoneyRows,
): Proof | null {
  const numbers = columns
    .filter((column) => mayBeMoney(column))
    .sort(
      (a, b) =>
        Number(moneyKindOf(b) !== null) - Number(moneyKindOf(a) !== null) || moneyScore(b) - moneyScore(a),
    )
    .slice(0, COLUMNS_MAX);
  const fees = columns.filter((column) => column.type === 'number' && moneyKindOf(column) === 'fee');
  const balances = numbers
    .filter((column) => column.distinct > 1 && !column.numbers.counter)
    .sort((a, b) => Number(moneyKindOf(b) === 'balance') - Number(moneyKindOf(a) === 'balance'))
    .slice(0, BALANCES_MAX);
  const rowCount = rows.unmoved.filter((unmoved) => !unmoved).length;
  const movements = movementsOf(numbers, directions, rows.units).slice(0, MOVEMENTS_MAX);
  let best: Proof | null = null;
  for (const movement of movements) {
    for (const fee of feeParts(fees)) {
      const amounts = movementUnits(movement, fee, rows.units);
      for (const balance of balances) {
        if (columnsOf(movement).includes(balance)) continue;
        for (const before of [false, true]) {
          const chain = chainOf(stepsOf(rows.units.of(balance), amounts, rows, before), rowCount);
          const proof = { balance, before, movement, fee, chain };
          const isBetter = isConvincing(proof) && (best === null || rank(proof) > rank(best));
          if (isBetter && !isHalfTurned(proof, amounts, rows)) best = proof;
        }
      }
    }
  }
  return best;
}

export function columnsOf(movement: MovementColumns): ColumnProfile[] {
  return movement.kind === 'pair' ? [movement.debit, movement.credit] : [movement.amount];
}

function mayBeMoney(column: ColumnProfile): boolean {
  const kind = moneyKindOf(column);
  if (column.type !== 'number' || kind === 'id' || kind === 'fee' || kind === 'part') return false;
  return kind !== null || moneyScore(column) > 0;
}

function movementsOf(
  numbers: readonly ColumnProfile[],
  directions: readonly ColumnProfile[],
  units: ColumnUnits,
): MovementColumns[] {
  const movements: MovementColumns[] = [];
  const possible = numbers.filter((column) => moneyKindOf(column) !== 'balance');
  for (const amount of possible) {
    movements.push({ kind: 'single', amount, direction: null, turned: false });
    for (const direction of amount.numbers.negative > 0 ? [] : directions) {
      movements.push({ kind: 'single', amount, direction, turned: false });
    }
  }
  for (const debit of possible) {
    for (const credit of possible) {
      if (debit !== credit && filledInTurn(debit, credit, units))
        movements.push({ kind: 'pair', debit, credit });
    }
  }
  for (const amount of possible) movements.push({ kind: 'single', amount, direction: null, turned: true });
  return movements;
}

function feeParts(fees: readonly ColumnProfile[]): (FeePart | null)[] {
  return [
    null,
    ...fees.slice(0, 2).flatMap((column): FeePart[] => [
      { column, sign: -1n },
      { column, sign: 1n },
    ]),
  ];
}

function stepsOf(balances: Units, amounts: Units, rows: MoneyRows, isBefore: boolean): (Step | null)[] {
  return balances.map((balance, row) => {
    const amount = amounts[row] ?? null;
    if (balance === null || rows.unmoved[row] === true) return null;
    const change = amount ?? 0n;
    const [before, after] = isBefore ? [balance, balance + change] : [balance - change, balance];
    return { before, after, day: rows.days[row] ?? null, group: rows.groups[row] ?? '' };
  });
}

/**
 * Returns whether the proof is no coincidence. A single link may be chance if no name means a balance; so may opposite
 * signs if all rows have the same day.
 */
function isConvincing({ chain, balance, movement, before }: Proof): boolean {
  if (!isProof(chain)) return false;
  const named = moneyKindOf(balance) === 'balance';
  if (chain.linked < 2 && !named && (before || !hasCents(balance))) return false;
  const turned = movement.kind === 'single' && movement.turned;
  if (!turned && !before) return true;
  // Both options together equal the usual reading in reverse order, so a single link between two days could select it
  // by chance.
  return chain.linked > 1 && chain.forward > (turned && before ? 1 : 0);
}

/**
 * Returns whether other rows are linked with the opposite sign: then the amounts are unsigned, and most of them went in
 * one direction.
 */
function isHalfTurned({ balance, before, chain, movement }: Proof, amounts: Units, rows: MoneyRows): boolean {
  if (movement.kind === 'single' && hasBothSigns(movement.amount)) return false;
  const turned = amounts.map((amount) => (amount === null ? null : -amount));
  const others = [...chainOf(stepsOf(rows.units.of(balance), turned, rows, before)).rows].filter(
    (row) => !chain.rows.has(row),
  );
  return others.length > 1 && others.length * HALF_TURNED > chain.linked;
}

function hasBothSigns({ numbers: { negative, zeros }, filled }: ColumnProfile): boolean {
  return negative > 0 && negative + zeros < filled;
}

function hasCents({ numbers, filled }: ColumnProfile): boolean {
  return numbers.fractions * 2 > filled;
}

/** Ranks proofs by the number of rows, then by the usual layout, then by names. */
function rank({ chain, balance, before, movement, fee }: Proof): number {
  const named = columnsOf(movement).filter((column) => {
    const kind = moneyKindOf(column);
    if (movement.kind === 'pair') return kind === (column === movement.debit ? 'debit' : 'credit');
    return kind === 'amount';
  }).length;
  const usual =
    Number(moneyKindOf(balance) === 'balance') * 8 +
    Number(!before) * 8 +
    Number(movement.kind === 'pair' || !movement.turned) * 8 +
    Number(movement.kind === 'pair' || movement.direction !== null) * 4 +
    Number(fee === null) * 4 +
    Number(fee === null || fee.sign === -1n) +
    named * 2 +
    // The fee of a row without a link is not proven, so a column named net has precedence.
    Number(columnsOf(movement).some((column) => /\bnet(?:to)?\b/i.test(column.name))) * 3;
  return chain.linked * 100 + usual;
}
