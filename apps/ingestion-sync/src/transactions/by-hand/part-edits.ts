import { FieldErrors, Problem, TransactionDocument, TransactionPart } from '@tributary/contracts';
import {
  addDecimals,
  compareDecimals,
  InvalidDecimalError,
  parseDecimal,
  withMinorDigits,
} from '@tributary/money';
import { changedEdits, TransactionEdits } from '../edits/edits';

/**
 * Checks the parts of a split and returns the user's edits of each. No amount may be zero, and all amounts add up to
 * the whole. The sign of a part may differ, for example of a deposit that was returned with a purchase. Pure: no I/O.
 * @throws Problem
 */
export function partEdits(
  parts: readonly TransactionPart[],
  { amount, currency }: Pick<TransactionDocument, 'amount' | 'currency'>,
): TransactionEdits[] {
  const amounts = parts.map((part) => withMinorDigits(parseDecimal(part.amount), currency));
  checkNoneIsZero(amounts);
  checkSum(amounts, amount);
  return parts.map(
    (part, place) => changedEdits(null, { ...part, amount: amounts[place] ?? part.amount, currency }) ?? {},
  );
}

/** @throws Problem */
function checkNoneIsZero(amounts: readonly string[]): void {
  const errors: FieldErrors = {};
  amounts.forEach((amount, place) => {
    if (compareDecimals(amount, '0') === 0)
      errors[`parts.${place}.amount`] = ['The amount of a part cannot be zero.'];
  });
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

/** @throws Problem */
function checkSum(amounts: readonly string[], amount: string): void {
  const sum = sumOf(amounts);
  if (sum !== null && compareDecimals(sum, amount) === 0) return;
  const found =
    sum === null ? 'The parts add up to more digits than an amount has' : `The parts add up to ${sum}`;
  throw Problem.invalid({ parts: [`${found}; they must add up to the transaction's amount, ${amount}.`] });
}

function sumOf(amounts: readonly string[]): string | null {
  try {
    return amounts.reduce((sum, amount) => addDecimals(sum, amount), '0');
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null;
    throw error;
  }
}
