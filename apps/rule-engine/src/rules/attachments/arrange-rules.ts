import { FieldErrors, Problem } from '@tributary/contracts';

/** Where a rule is to stand among the others. */
export interface WantedPosition {
  /** 1-based; past the end means last, absent too. */
  readonly order?: number;
  /** All attached rules, the new one too, in the wanted order. */
  readonly orderList?: readonly number[];
}

/**
 * The rules of a link, in order, once the rule stands where it should; the others move down. A rule that is
 * attached already is moved.
 * @throws Problem (invalid) for both at once, an order below 1, or a list that is not exactly the rules.
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
