import { StatementBalance } from '../statement';

/** A balance of a statement, with the code that says which one it is. */
export interface CodedBalance {
  readonly code: string;
  readonly balance: Omit<StatementBalance, 'kind'>;
}

/**
 * The balances of one statement: the first before its entries, the last after them. What closed the statement before opens this
 * one, and a page or an intraday report has an interim balance at its beginning and at its end.
 */
export function balancesOf(stated: readonly CodedBalance[]): StatementBalance[] {
  const first = (code: string) => stated.find((one) => one.code === code);
  const last = (code: string) => stated.findLast((one) => one.code === code);
  const interim = stated.filter(({ code }) => code === 'ITBD');
  const opening =
    first('OPBD') ?? first('PRCD') ?? (interim.length > 1 || last('CLBD') ? interim[0] : undefined);
  const closing = last('CLBD') ?? interim.findLast((one) => one !== opening);
  const available = last('CLAV');
  return [
    opening && { ...opening.balance, kind: 'OPENING' as const },
    closing && { ...closing.balance, kind: 'CLOSING' as const },
    available && { ...available.balance, kind: 'AVAILABLE' as const },
  ].filter((one) => one !== undefined);
}
