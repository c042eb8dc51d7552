import { instrument, type Instrument, type OptionContract } from './instruments';

/** A line of an account's history in the broker's form. Numbers are decimal text; null is missing. */
export interface Activity {
  readonly id: string;
  readonly type: string;
  /** Day, or day and time, as this broker writes them. */
  readonly tradeDate: string | null;
  readonly settlementDate: string | null;
  readonly instrument: Instrument | null;
  readonly option: OptionContract | null;
  readonly optionAction: string | null;
  readonly units: string | null;
  readonly price: string | null;
  readonly amount: string | null;
  readonly fee: string | null;
  /** Null where the amount is in a crypto currency. */
  readonly currency: string | null;
  /** The crypto currency that the amount is in. */
  readonly quote: Instrument | null;
  readonly fxRate: string | null;
  readonly description: string;
  readonly reference: string | null;
}

/** Reads the members that the recorded activities and the control API write alike. `text` is null for a missing one. */
export function activityFrom(
  text: (name: string) => string | null,
  own: Pick<Activity, 'id' | 'tradeDate' | 'settlementDate' | 'option' | 'description'>,
): Activity {
  const traded = (symbol: string | null): Instrument | null => (symbol === null ? null : instrument(symbol));
  return {
    type: text('type') ?? '',
    instrument: traded(text('symbol')),
    optionAction: text('option_action'),
    units: text('units'),
    price: text('price'),
    amount: text('amount'),
    fee: text('fee'),
    currency: text('currency'),
    quote: traded(text('quote')),
    fxRate: text('fx_rate'),
    reference: text('reference'),
    ...own,
  };
}

/** The day that windows and order go by. */
export function dayOf({ tradeDate, settlementDate }: Activity): string {
  return (tradeDate ?? settlementDate ?? '').slice(0, 10);
}
