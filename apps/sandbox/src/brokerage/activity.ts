import { Instrument, OptionContract } from './instruments';

/** One line of an account's history in the broker's form. Numbers are decimal text; null is missing. */
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

/** What most activities have none of. */
const NOTHING: Omit<Activity, 'id' | 'type' | 'tradeDate' | 'description'> = {
  settlementDate: null,
  instrument: null,
  option: null,
  optionAction: null,
  units: null,
  price: null,
  amount: null,
  fee: null,
  currency: null,
  quote: null,
  fxRate: null,
  reference: null,
};

export type ActivityGiven = Pick<Activity, 'id' | 'type' | 'tradeDate' | 'description'> & Partial<Activity>;

export function activity(given: ActivityGiven): Activity {
  return { ...NOTHING, ...given };
}

/** The day that windows and order go by. */
export function dayOf({ tradeDate, settlementDate }: Activity): string {
  return (tradeDate ?? settlementDate ?? '').slice(0, 10);
}
