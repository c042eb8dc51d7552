import { withMinorDigits } from '@tributary/money';
import { DecimalMark } from '../values/amounts';
import { CsvQuestion } from '../statement';
import { moneyKindOf, moneyScore } from './detection/money-kinds';
import { ColumnProfile } from './detection/profile-columns';

export interface MarkChoice {
  readonly mark: DecimalMark;
  readonly questions: readonly CsvQuestion[];
}

/**
 * Returns the decimal mark of all columns of money. If all amounts with a mark look like `1.234`, it separates
 * thousands, unless the file names one of the few currencies with three decimals.
 */
export function chooseMark(
  columns: readonly ColumnProfile[],
  delimiter: string,
  currency: string | null,
): MarkChoice {
  const money = columns.filter((column) => {
    const kind = moneyKindOf(column);
    return (
      column.type === 'number' &&
      kind !== 'id' &&
      kind !== 'part' &&
      !column.numbers.rate &&
      (kind !== null || moneyScore(column) > 0)
    );
  });
  const sum = (of: (column: ColumnProfile) => number): number =>
    money.reduce((total, column) => total + of(column), 0);
  const votes = sum(({ numbers }) => numbers.commas - numbers.points);
  if (votes !== 0) return { mark: votes > 0 ? ',' : '.', questions: [] };
  const points = sum(({ numbers }) => numbers.maybePoints);
  const commas = sum(({ numbers }) => numbers.maybeCommas);
  if (points > 0 && commas > 0) {
    const text = 'Does a point or a comma stand before the decimals of amounts?';
    return {
      mark: points >= commas ? ',' : '.',
      questions: [{ columns: money.map(({ index }) => index), text }],
    };
  }
  const isThousands = currency === null || !hasThreeDecimals(currency);
  if (points > 0) return { mark: isThousands ? ',' : '.', questions: [] };
  if (commas > 0) return { mark: isThousands ? '.' : ',', questions: [] };
  return { mark: delimiter === ';' ? ',' : '.', questions: [] };
}

function hasThreeDecimals(currency: string): boolean {
  return withMinorDigits('1', currency).length === '1.000'.length;
}
