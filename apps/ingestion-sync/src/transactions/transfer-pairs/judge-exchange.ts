import {
  absoluteDecimal,
  addDecimals,
  convertedAmount,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  StatedExchange,
} from '@tributary/money';
import { PairCandidate } from './find-pairs';

/** Two transactions that may be a transfer. */
export interface FoundPair extends Pick<PairCandidate, 'outgoingId' | 'incomingId' | 'days'> {
  /** Null: the same amount in one currency. */
  readonly exchanged: {
    readonly outgoing: Side;
    readonly incoming: Side;
    /** By how many percent more came in than went out, by the day rate. */
    readonly differencePercent: string;
  } | null;
}

interface Side {
  readonly amount: string;
  readonly currency: string;
  readonly exchange: StatedExchange | null;
}

/** Rounding of rates and amounts is less. Beyond it, a fee was taken or the rate is about other money. */
const STATED_PERCENT_MAX = 0.25;

/** The candidate with its evidence: a rate that a bank states between these currencies is stronger than the day rate. */
export function judgeExchange({ exchanged, ...pair }: FoundPair): PairCandidate {
  if (!exchanged) return { ...pair, exchange: null };
  const stated = statedDifference(exchanged.outgoing, exchanged.incoming);
  const isStated = stated !== null && Math.abs(Number(stated)) <= STATED_PERCENT_MAX;
  return {
    ...pair,
    exchange: {
      basis: isStated ? 'STATED' : 'DAY_RATE',
      difference_percent: isStated ? stated : exchanged.differencePercent,
      // The bank states a rate by which these amounts are not the same money.
      doubtful: stated !== null && !isStated,
    },
  };
}

/** The difference in percent by the rate that one side states; null: neither states one. */
function statedDifference(outgoing: Side, incoming: Side): string | null {
  const sent = absoluteDecimal(outgoing.amount);
  const expected =
    convertedAmount(
      { amount: sent, currency: outgoing.currency },
      incoming.currency,
      outgoing.exchange ?? undefined,
    ) ??
    convertedAmount(
      { amount: sent, currency: outgoing.currency },
      incoming.currency,
      incoming.exchange ?? undefined,
    );
  if (expected === null) return null;
  const more = addDecimals(incoming.amount, negateDecimal(expected));
  const share = divideDecimals(more, expected);
  return share === null ? null : roundDecimal(multiplyDecimals(share, '100'), 2);
}
