import { STATEMENT_LIMITS } from '../limits';
import { StatementItem } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { holdingFrom, POSITIONS } from './ofx-positions';
import { Securities, SECURITIES } from './ofx-securities';
import { incomeKey, tradeFrom, TRADES, whyNoTrade } from './ofx-trades';
import { OfxAggregate } from './ofx-values';

/** The account of trades and positions. */
interface InvestmentContext {
  readonly accountKey: string;
  readonly currency: string | null;
  /** The day of the statement; null if it states none. */
  readonly asOf: string | null;
}

interface Waiting {
  readonly aggregate: OfxAggregate;
  readonly context: InvestmentContext;
}

export const INVESTMENTS = new Set([...TRADES, ...POSITIONS, ...SECURITIES]);

/**
 * Collects trades and positions. They refer to securities by id, and the list of securities is at the end of the file,
 * so the first ones wait for it; in very long files the further ones get the id only.
 */
export class OfxInvestments {
  private readonly securities = new Securities();
  private readonly incomes = new Set<string>();
  private waiting: Waiting[] = [];

  /**
   * Adds a trade or a position.
   * @returns the items that need not wait
   */
  add(aggregate: OfxAggregate, context: InvestmentContext): StatementItem[] {
    if (SECURITIES.has(aggregate.name)) {
      this.securities.add(aggregate.name, aggregate.values);
      return [];
    }
    if (aggregate.name === 'INCOME') this.incomes.add(`${context.accountKey} ${incomeKey(aggregate)}`);
    this.waiting.push({ aggregate, context });
    return this.waiting.length < STATEMENT_LIMITS.waitingTrades ? [] : this.release();
  }

  release(): StatementItem[] {
    const { waiting } = this;
    this.waiting = [];
    return waiting.map((one) => this.itemOf(one));
  }

  private itemOf({ aggregate, context }: Waiting): StatementItem {
    const { line, values } = aggregate;
    const leftOut = whyNoTrade(aggregate);
    if (leftOut !== null) return { kind: 'left_out', leftOut: { line, reason: leftOut } };
    const security = this.securities.find(values.get('UNIQUEID'));
    const incomeIsListed = this.incomes.has(`${context.accountKey} ${incomeKey(aggregate)}`);
    try {
      return POSITIONS.has(aggregate.name)
        ? { kind: 'holding', holding: holdingFrom(aggregate, { ...context, security }) }
        : { kind: 'entry', entry: tradeFrom(aggregate, { ...context, security, incomeIsListed }) };
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error;
      return { kind: 'unreadable', unreadable: { line, reason: error.message } };
    }
  }
}
