import { convertedAmount, Decimal, StatedExchange } from '@tributary/money';

/**
 * Treatment of an amount in another currency than its destination's. CONVERT – the amount is converted by the bank's
 * own rate; an amount without a rate waits. AS_IS – the number stays, and the memo names its currency. See
 * docs/decisions/transfer-links.md#currencies.
 */
export const ON_OTHER_CURRENCY = ['CONVERT', 'AS_IS'] as const;
export type OnOtherCurrency = (typeof ON_OTHER_CURRENCY)[number];

/** The code for "no currency", for amounts and accounts whose source reports none. */
export const NO_CURRENCY = 'XXX';

/** An amount, its destination's currency, and the user's choice for other currencies. */
export interface AmountToSend {
  readonly amount: Decimal;
  readonly currency: string;
  readonly exchange: StatedExchange | undefined;
  /** The account's currency; null: its bank reports none. */
  readonly accountCurrency: string | null;
  /** The destination's currency; null: unknown. */
  readonly destinationCurrency: string | null;
  /** Null: the user has made no choice. */
  readonly rule: OnOtherCurrency | null;
}

export type CurrencyDecision =
  | { readonly kind: 'send' }
  | { readonly kind: 'send-converted'; readonly amount: Decimal; readonly currency: string }
  /** The number as it is, with its currency in the memo. */
  | { readonly kind: 'send-marked' }
  | { readonly kind: 'wait'; readonly for: 'rate' | 'choice' };

/**
 * Decides how an amount is sent to its destination: never silently at face value. Without a user's choice, amounts in
 * the account's own currency are sent as they are: the link is older than the choice, and its health reports it.
 */
export function decideCurrency(toSend: AmountToSend): CurrencyDecision {
  const { amount, rule } = toSend;
  const accountCurrency = known(toSend.accountCurrency);
  const currency = known(toSend.currency) ?? accountCurrency;
  const counted = known(toSend.destinationCurrency) ?? accountCurrency;
  if (currency === null || counted === null || currency === counted) return { kind: 'send' };
  switch (rule) {
    case 'CONVERT': {
      const converted = convertedAmount({ amount, currency }, counted, toSend.exchange);
      if (converted === null) return { kind: 'wait', for: 'rate' };
      return { kind: 'send-converted', amount: converted, currency: counted };
    }
    case 'AS_IS':
      return { kind: 'send-marked' };
    case null:
      return currency === accountCurrency ? { kind: 'send' } : { kind: 'wait', for: 'choice' };
    default: {
      const unknown: never = rule;
      return unknown;
    }
  }
}

function known(currency: string | null): string | null {
  return currency === NO_CURRENCY ? null : currency;
}

/** Prefix of the memo of an amount that was not converted. */
export function unconvertedMark({
  amount,
  currency,
}: {
  readonly amount: Decimal;
  readonly currency: string;
}): string {
  return `${amount} ${currency}, not converted`;
}

/** The memo with the mark in front, where a destination's limit of length does not cut it off. */
export function markedMemo(
  money: { readonly amount: Decimal; readonly currency: string },
  memo: string,
): string {
  const mark = unconvertedMark(money);
  return memo === '' ? mark : `${mark}: ${memo}`;
}
