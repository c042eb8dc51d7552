import { Operator } from '../documents/rule.documents';

/** The kind of value of an operator: none, one, several, two, or a regular expression. */
export type Operand = 'none' | 'one' | 'list' | 'range' | 'pattern';

/** An operator of conditions. */
export interface OperatorRow {
  readonly operand: Operand;
  /** The operator that is true exactly if this one is false. */
  readonly negates: Operator | null;
  readonly description: string;
}

const row = (operand: Operand, description: string, negates: Operator | null = null): OperatorRow => ({
  operand,
  negates,
  description,
});

/** Every operator. A missing value equals nothing and is neither above nor below anything. */
export const OPERATOR_TABLE: Readonly<Record<Operator, OperatorRow>> = {
  equals: row('one', 'The same value; text ignores case, amounts compare as decimals, times by their day.'),
  not_equals: row('one', 'Another value, or none.', 'equals'),
  contains: row('one', 'The value is somewhere in the text; ignores case.'),
  not_contains: row('one', 'The value is nowhere in the text.', 'contains'),
  starts_with: row('one', 'The text begins with the value; ignores case.'),
  ends_with: row('one', 'The text ends with the value; ignores case.'),
  matches: row('pattern', 'The regular expression (RE2) is found in the text; ignores case.'),
  not_matches: row('pattern', 'The regular expression (RE2) is nowhere in the text.', 'matches'),
  in: row('list', 'One of the values, which commas separate; `\\,` is a literal comma.'),
  not_in: row('list', 'None of the values.', 'in'),
  gt: row('one', 'Above the value; of dates: after it.'),
  gte: row('one', 'The value, or above it.'),
  lt: row('one', 'Below the value; of dates: before it.'),
  lte: row('one', 'The value, or below it.'),
  between: row('range', 'From the first value to the second, both included: `low,high`.'),
  is_empty: row('none', 'The transaction does not have the field.'),
  is_not_empty: row('none', 'The transaction has the field.', 'is_empty'),
};
