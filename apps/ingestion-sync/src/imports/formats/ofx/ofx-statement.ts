import { StatementAccount } from '../statement';
import { Direction, Directions } from './ofx-directions';
import { OfxAggregate } from './ofx-values';

/** A statement that is open: its entries wait until it is known how their amounts are signed. */
export interface OpenStatement {
  readonly isInvestment: boolean;
  account: StatementAccount | null;
  currency: string | null;
  readonly directions: Directions;
  direction: Direction;
  /** Its first entries waited, and are given. */
  isReleased: boolean;
  waiting: OfxAggregate[];
  lastDay: string;
  /** The day of a broker's statement. */
  asOf: string | null;
}

/** @param name of its aggregate */
export function newStatement(name: string): OpenStatement {
  return {
    isInvestment: name === 'INVSTMTRS',
    account: null,
    currency: null,
    directions: new Directions(name === 'CCSTMTRS'),
    direction: 'AS_STATED',
    isReleased: false,
    waiting: [],
    lastDay: '',
    asOf: null,
  };
}
