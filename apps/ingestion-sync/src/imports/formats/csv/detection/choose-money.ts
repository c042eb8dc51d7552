import { largestOf } from '@tributary/contracts';
import { codesIn } from '../../values/currency-marks';
import { CsvColumn, CsvQuestion } from '../../statement';
import { plainName } from './column-names';
import { moneyKindOf, moneyScore } from './money-kinds';
import { directionOf, saysPurchase } from '../names/direction-words';
import { areProportional, ColumnUnits, filledInTurn, hasMinusForAll } from '../movements';
import { ColumnProfile, mayMean } from './profile-columns';
import { MoneyRows, Proof, proveMoney } from './prove-money';

/** The columns of money, and the certainty of the choice. */
export interface MoneyChoice {
  readonly kinds: ReadonlyMap<number, CsvColumn>;
  readonly turnSigns: boolean;
  readonly proven: boolean;
  readonly questions: readonly CsvQuestion[];
}

/** Column names of amounts in hundredths. */
const CENTS =
  /(?:^| )(?:cents?|minor units?|minor|pence|centimes|centimos|centesimi|копейки|копейках|grosze|ore)(?: |$)/;
/** The share of positive amounts that is rare in a signed column of an account for spending. */
const INFLOWS_MANY = 0.6;
const ROWS_MANY = 4;

/** Chooses by the running balance if there is one, otherwise by names and cells. */
export function chooseMoney(
  columns: readonly ColumnProfile[],
  directions: readonly ColumnProfile[],
  rows: MoneyRows,
): MoneyChoice {
  const proof = proveMoney(columns, directions, rows);
  return proof === null
    ? new Names(columns, directions, rows.units).choice()
    : provenChoice(proof, columns, rows.units);
}

function provenChoice(proof: Proof, columns: readonly ColumnProfile[], units: ColumnUnits): MoneyChoice {
  const kinds = new Map<number, CsvColumn>();
  const { movement, fee, balance, before } = proof;
  if (!before) kinds.set(balance.index, 'balance');
  let turnSigns = false;
  if (movement.kind === 'pair') setPair(kinds, movement.debit, movement.credit);
  else {
    const { amount, direction, turned } = movement;
    const other = columns.filter((column) => column !== amount && column.index !== balance.index);
    const named = moneyKindOf(amount);
    const oneWay = direction === null && amount.numbers.negative === 0;
    if (oneWay && (turned || named === 'credit')) {
      // The sample may have amounts of one direction only.
      const partner = other.find((column) => moneyKindOf(column) === (turned ? 'credit' : 'debit'));
      setPair(kinds, turned ? amount : (partner ?? null), turned ? (partner ?? null) : amount);
    } else {
      kinds.set(amount.index, 'amount');
      turnSigns = turned;
      if (direction !== null) kinds.set(direction.index, 'direction');
      setFurtherPair(kinds, amount, other, units);
    }
  }
  setFees(kinds, columns, provenFee(proof, columns, units), fee?.column ?? null);
  return { kinds, turnSigns, proven: true, questions: [] };
}

/** Returns the fee column if the amount contains it: a row with a fee then follows a row without. */
function provenFee(
  { fee, chain, movement }: Proof,
  columns: readonly ColumnProfile[],
  units: ColumnUnits,
): FeeReading {
  if (fee !== null) return fee.sign === -1n ? 'taken off' : 'added';
  const fees = columns.filter((column) => column.type === 'number' && moneyKindOf(column) === 'fee');
  const isShown = fees.some((column) => [...chain.rows].some((row) => (units.of(column)[row] ?? 0n) !== 0n));
  const isNet = movement.kind === 'single' && /\bnet(?:to)?\b/i.test(movement.amount.name);
  return isShown || isNet ? 'included' : 'own rows';
}

/** Sets a pair of columns; a column for one direction whose amounts all have its sign is read by the sign. */
function setPair(
  kinds: Map<number, CsvColumn>,
  debit: ColumnProfile | null,
  credit: ColumnProfile | null,
): void {
  if (debit !== null) kinds.set(debit.index, debit.filled > 0 && hasMinusForAll(debit) ? 'amount' : 'debit');
  if (credit !== null)
    kinds.set(credit.index, credit.filled > 0 && hasMinusForAll(credit) ? 'debit' : 'credit');
}

/** Uses debit and credit columns beside an amount column that is not always filled. */
function setFurtherPair(
  kinds: Map<number, CsvColumn>,
  amount: ColumnProfile,
  columns: readonly ColumnProfile[],
  units: ColumnUnits,
): void {
  const debit = columns.find((column) => moneyKindOf(column) === 'debit') ?? null;
  const credit = columns.find((column) => moneyKindOf(column) === 'credit') ?? null;
  if (debit === null || credit === null) return;
  const [amounts, outs, ins] = [amount, debit, credit].map((column) => units.of(column));
  const alone = amounts?.some((value, row) => value === null && (outs?.[row] ?? ins?.[row] ?? null) !== null);
  if (alone === true || amount.filled === 0) setPair(kinds, debit, credit);
}

function setFees(
  kinds: Map<number, CsvColumn>,
  columns: readonly ColumnProfile[],
  how: FeeReading,
  part: ColumnProfile | null,
): void {
  for (const column of columns) {
    if (kinds.has(column.index) || column.type !== 'number' || moneyKindOf(column) !== 'fee') continue;
    if (part !== null && column !== part) kinds.set(column.index, 'fee');
    else kinds.set(column.index, FEE_KINDS[how]);
  }
}

type FeeReading = keyof typeof FEE_KINDS;

const FEE_KINDS = {
  included: 'fee_included',
  'taken off': 'fee_in_amount',
  added: 'signed_fee_in_amount',
  'own rows': 'fee',
} as const;

/** The choice by names and cells, if no balance proves one. */
class Names {
  private readonly kinds = new Map<number, CsvColumn>();
  private readonly questions: CsvQuestion[] = [];
  private readonly money: readonly ColumnProfile[];

  constructor(
    private readonly columns: readonly ColumnProfile[],
    private readonly directions: readonly ColumnProfile[],
    private readonly units: ColumnUnits,
  ) {
    this.money = columns.filter(({ type }) => type === 'number' || type === 'empty');
  }

  choice(): MoneyChoice {
    const balance = this.named('balance')[0];
    if (balance !== undefined) this.kinds.set(balance.index, 'balance');
    let fees: 'included' | 'own rows' = 'own rows';
    const [debit = null] = this.named('debit');
    const [credit = null] = this.named('credit');
    const amounts = this.named('amount').filter(({ type }) => type === 'number');
    const amount = this.bestAmount(amounts) ?? null;
    const pair = debit !== null && credit !== null && debit.filled + credit.filled > 0;
    if (amount !== null && !(pair && this.isUnsigned(amount) && this.directionFor(amount) === null)) {
      fees = this.isNet(amount, amounts) ? 'included' : 'own rows';
      this.setAmount(amount);
      setFurtherPair(this.kinds, amount, this.columns, this.units);
    } else if (debit !== null || credit !== null) this.setNamedPair(debit, credit);
    else this.chooseByCells();
    setFees(this.kinds, this.columns, fees, null);
    return { kinds: this.kinds, turnSigns: false, proven: false, questions: this.questions };
  }

  private named(kind: 'balance' | 'debit' | 'credit' | 'amount' | 'original_amount'): ColumnProfile[] {
    const found = this.money.filter((column) => moneyKindOf(column) === kind);
    // Filled columns first, because a bank may leave one of two columns empty.
    return [...found.filter(({ filled }) => filled > 0), ...found.filter(({ filled }) => filled === 0)];
  }

  private bestAmount(amounts: readonly ColumnProfile[]): ColumnProfile | undefined {
    const most = largestOf(
      amounts.map(({ filled }) => filled),
      0,
    );
    const rank = (column: ColumnProfile): number =>
      (column.filled * 2 > most ? 1_000 : 0) +
      (this.isInOneCurrency(column) ? 150 : 0) +
      (codesIn(column.name).length === 1 ? 120 : 0) +
      (/\b(net|netto)\b/i.test(column.name) ? 200 : 0) +
      (/account|konto|billing|billed|settle|booked|rachunku|uctu|cuenta|compte|实付|實付|支付|入账|入帳|记账|記帳|結算|结算/i.test(
        column.name,
      )
        ? 100
        : 0) -
      (/gross|brutto|total/i.test(column.name) && amounts.length > 1 ? 50 : 0) +
      (column.meanings.find(({ kind }) => kind === 'amount')?.weight ?? 0) / 100 -
      column.index / 1_000;
    return [...amounts].sort((a, b) => rank(b) - rank(a))[0];
  }

  /**
   * Returns whether the currency beside the amount is the same in all rows, as for the account's own amount but not for
   * payments abroad.
   */
  private isInOneCurrency({ index }: ColumnProfile): boolean {
    const beside = [index + 1, index - 1].map((at) => this.columns.find((column) => column.index === at));
    const currency = beside.find((column) => column !== undefined && column.currencies > 0.75);
    return currency?.distinct === 1;
  }

  /** Returns whether the amount equals another one minus the fee. */
  private isNet(amount: ColumnProfile, amounts: readonly ColumnProfile[]): boolean {
    const fee = this.columns.find((column) => column.type === 'number' && moneyKindOf(column) === 'fee');
    if (fee === undefined) return false;
    const fees = this.units.of(fee);
    return amounts.some((gross) => {
      if (gross === amount) return false;
      const values = this.units.of(gross);
      return this.units.of(amount).every((net, row) => {
        const [whole, part] = [values[row] ?? null, fees[row] ?? 0n];
        return net === null || whole === null || net === whole + part || net === whole - part;
      });
    });
  }

  private setAmount(amount: ColumnProfile): void {
    this.kinds.set(amount.index, 'amount');
    if (CENTS.test(plainName(amount.name))) {
      this.ask([amount], `Are the amounts in ${name(amount)} whole units, or hundredths?`);
    }
    const direction = this.directionFor(amount);
    if (direction !== null) this.kinds.set(direction.index, 'direction');
    else if (this.isUnsigned(amount))
      this.ask([amount], `Is the money in ${name(amount)} money that left the account, or that came in?`);
    else if (this.isMostlyInflow(amount) || this.arePurchasesPositive(amount)) {
      this.ask(
        [amount],
        `Is an amount without a minus in ${name(amount)} money that came in, or that left the account?`,
      );
    }
  }

  private isUnsigned({ numbers, filled }: ColumnProfile): boolean {
    return filled > 0 && numbers.negative === 0 && numbers.plus === 0 && numbers.zeros < filled;
  }

  private isMostlyInflow({ numbers, filled }: ColumnProfile): boolean {
    const moved = filled - numbers.zeros;
    return numbers.plus === 0 && moved >= ROWS_MANY && moved - numbers.negative >= moved * INFLOWS_MANY;
  }

  /** Returns whether more purchases are positive than negative, as for a card whose bank states the owed amount. */
  private arePurchasesPositive(amount: ColumnProfile): boolean {
    const texts = this.columns.filter(({ type }) => type === 'text');
    let [positive, negative] = [0, 0];
    this.units.of(amount).forEach((value, row) => {
      if (value === null || value === 0n || !texts.some(({ cells }) => saysPurchase(cells[row] ?? '')))
        return;
      if (value > 0n) positive += 1;
      else negative += 1;
    });
    return positive > negative;
  }

  /**
   * Returns the column of words that gives the direction of unsigned amounts, or contradicts signed ones, whatever its
   * name.
   */
  private directionFor(amount: ColumnProfile): ColumnProfile | null {
    const covering = this.directions.filter(({ filled }) => filled * 10 >= amount.filled * 9);
    if (amount.numbers.negative === 0) return covering[0] ?? null;
    // Words have precedence over contradicting signs, because a card's bank may state the owed amount.
    return covering.find((direction) => this.contradicts(direction, amount)) ?? null;
  }

  private contradicts(direction: ColumnProfile, amount: ColumnProfile): boolean {
    let [same, opposite] = [0, 0];
    this.units.of(amount).forEach((value, row) => {
      const way = directionOf(direction.cells[row] ?? '');
      if (value === null || value === 0n || way === null) return;
      if ((way === 'OUT') === value < 0n) same += 1;
      else opposite += 1;
    });
    return same === 0 && opposite > 1;
  }

  private setNamedPair(debit: ColumnProfile | null, credit: ColumnProfile | null): void {
    const known = debit ?? credit;
    if (known === null) return;
    if ((debit === null || credit === null) && known.numbers.negative > 0 && !hasMinusForAll(known)) {
      return this.setAmount(known);
    }
    const other = this.unnamed().find((column) => filledInTurn(known, column, this.units)) ?? null;
    setPair(this.kinds, debit ?? other, credit ?? other);
  }

  private unnamed(): ColumnProfile[] {
    return this.columns
      .filter((column) => column.type === 'number' && moneyKindOf(column) === null && moneyScore(column) > 0)
      .sort((a, b) => moneyScore(b) - moneyScore(a) || a.index - b.index);
  }

  private chooseByCells(): void {
    const original = this.named('original_amount')[0];
    const candidates = this.unnamed();
    const pair = this.unnamedPair(candidates);
    const [best, second] = candidates;
    if (pair !== null) return this.setGuessedPair(pair);
    if (best === undefined) {
      if (original !== undefined && original.filled > 0) return this.setAmount(original);
      return this.ask([], 'Which column has the amount?');
    }
    const rival =
      second !== undefined && moneyScore(best) - moneyScore(second) < 1.5 && second.filled * 2 > best.filled
        ? second
        : null;
    const chosen = rival === null || rival.index > best.index ? best : rival;
    this.setAmount(chosen);
    // An amount without a sign is more often spent than earned.
    if (this.questions.length > 0 && this.isUnsigned(chosen)) this.kinds.set(chosen.index, 'debit');
    if (rival !== null && !areProportional(best, rival, this.units)) {
      this.ask([best, rival], `Is the amount in ${name(best)} or in ${name(rival)}?`);
    }
  }

  private unnamedPair(candidates: readonly ColumnProfile[]): readonly [ColumnProfile, ColumnProfile] | null {
    for (const [at, a] of candidates.entries()) {
      for (const b of candidates.slice(at + 1, at + 5)) {
        if (filledInTurn(a, b, this.units)) return a.index < b.index ? [a, b] : [b, a];
      }
    }
    return null;
  }

  /**
   * Assigns a pair of columns by a guess: most rows are spent, and a column whose amounts all have a minus is for
   * spending.
   */
  private setGuessedPair([first, second]: readonly [ColumnProfile, ColumnProfile]): void {
    const [minusFirst, minusSecond] = [hasMinusForAll(first), hasMinusForAll(second)];
    const isClear = (minus: ColumnProfile, other: ColumnProfile): boolean =>
      minus.numbers.negative === minus.filled - minus.numbers.zeros && other.numbers.negative === 0;
    if (minusFirst ? isClear(first, second) : minusSecond && isClear(second, first)) {
      setPair(this.kinds, minusFirst ? first : second, minusFirst ? second : first);
      return;
    }
    const isFirstOut = first.filled - first.numbers.zeros >= second.filled - second.numbers.zeros;
    setPair(this.kinds, isFirstOut ? first : second, isFirstOut ? second : first);
    this.ask([first, second], `Is money that left the account in ${name(first)} or in ${name(second)}?`);
  }

  private ask(columns: readonly ColumnProfile[], text: string): void {
    this.questions.push({ columns: columns.map(({ index }) => index), text });
  }
}

/** Names a column for the user by its number, and not by the content of the file. */
export function name({ index }: ColumnProfile): string {
  return `column ${index + 1}`;
}

/** Returns the columns whose words give a direction: those with such a name, or with words for both directions. */
export function directionColumns(columns: readonly ColumnProfile[]): ColumnProfile[] {
  return columns
    .filter((column) => {
      if (column.type !== 'text' && column.type !== 'number') return false;
      const named = mayMean(column, 'direction');
      if (column.directions < (named ? 0.5 : 0.95)) return false;
      // Without such a name it must have exactly one word for each direction.
      return named || column.distinct === 2;
    })
    .sort(
      (a, b) =>
        Number(mayMean(b, 'direction')) - Number(mayMean(a, 'direction')) || b.directions - a.directions,
    );
}
