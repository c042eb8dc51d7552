import { FieldErrors, Problem } from '@tributary/contracts';

/** The requested position of a rule among the others. */
export interface WantedPosition {
  /** Counted from 1; a number beyond the end, or none, means the last position. */
  readonly order?: number;
  /** All attached rules, including the new one, in the requested order. */
  readonly orderList?: readonly number[];
}

/**
 * Returns the rules in the new order; those behind the new position move down. A rule that is already attached is
 * moved.
 * @throws Problem (invalid) if both members are given, if the order is below 1, or if the list is not exactly the
 * attached rules
 */
export function arrangeRules(attached: readonly number[], ruleId: number, wanted: WantedPosition): number[] {
  const { order, orderList } = wanted;
  const others = attached.filter((id) => id !== ruleId);
  if (order !== undefined && orderList !== undefined) {
    throw invalid('order_list', 'The order and order_list cannot be given together.');
  }
  if (orderList !== undefined) return checkedList(orderList, [...others, ruleId]);
  if (order === undefined) return [...others, ruleId];
  if (order < 1) throw invalid('order', 'The order must be at least 1.');
  return [...others.slice(0, order - 1), ruleId, ...others.slice(order - 1)];
}

function checkedList(orderList: readonly number[], expected: readonly number[]): number[] {
  const listed = new Set(orderList);
  const isComplete =
    listed.size === orderList.length &&
    orderList.length === expected.length &&
    expected.every((id) => listed.has(id));
  if (isComplete) return [...orderList];
  throw invalid('order_list', 'The order_list must hold each attached rule, this one too, exactly once.');
}

function invalid(field: string, message: string): Problem {
  const errors: FieldErrors = { [field]: [message] };
  return Problem.invalid(errors);
}
