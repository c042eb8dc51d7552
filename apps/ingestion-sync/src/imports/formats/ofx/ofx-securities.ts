import { InstrumentDocument, InstrumentType, OptionDocument } from '@tributary/contracts';
import { readAmount } from '../values/amounts';
import { dayOf } from '../values/days';
import { fieldText } from '../fields';
import { EntryUnreadable } from '../statement-problem';
import { OfxValues } from './ofx-values';

/** A security with the id to which trades and positions refer: a CUSIP, an ISIN, or a broker's id. */
export interface Security {
  readonly instrument: InstrumentDocument;
  readonly option: OptionDocument | null;
}

const TYPES: Readonly<Record<string, InstrumentType>> = {
  STOCKINFO: 'STOCK',
  MFINFO: 'MUTUAL_FUND',
  DEBTINFO: 'FIXED_INCOME',
  OPTINFO: 'OPTION',
  OTHERINFO: 'OTHER',
};

export const SECURITIES = new Set(Object.keys(TYPES));

/** More than the securities in a person's statement. */
const SECURITIES_MAX = 20_000;

/** The list of securities, which is behind the statements. */
export class Securities {
  private readonly byId = new Map<string, Security>();

  add(name: string, values: OfxValues): void {
    const id = fieldText(values.get('UNIQUEID'));
    if (id === undefined || this.byId.size >= SECURITIES_MAX) return;
    const instrument = {
      symbol: fieldText(values.get('TICKER')) ?? id,
      name: fieldText(values.get('SECNAME')) ?? '',
      exchange: '',
      type: TYPES[name] ?? null,
      figi_code: '',
    };
    this.byId.set(id, {
      instrument,
      option: name === 'OPTINFO' ? optionOf(values, instrument.symbol) : null,
    });
  }

  /** Returns the security; an unlisted one has only its id. */
  find(id: string | undefined): Security {
    const instrument = { symbol: id ?? '', name: '', exchange: '', type: null, figi_code: '' };
    return (id === undefined ? undefined : this.byId.get(id)) ?? { instrument, option: null };
  }
}

function optionOf(values: OfxValues, ticker: string): OptionDocument | null {
  const type = values.get('OPTTYPE')?.toUpperCase();
  if (type !== 'CALL' && type !== 'PUT') return null;
  try {
    return {
      ticker,
      type,
      strike_price: readAmount(values.get('STRIKEPRICE') ?? '', null),
      expiration_date: dayOf(values.get('DTEXPIRE') ?? '', 'YMD'),
      underlying_symbol: '',
    };
  } catch (error) {
    if (error instanceof EntryUnreadable) return null;
    throw error;
  }
}
