import { SaxesParser, SaxesTagPlain } from 'saxes';
import { isDay } from '@tributary/money';
import { inTurns } from '@tributary/outbound';

/** The rates of one day as the feed states them: the price of one euro in each currency. */
export interface DayRates {
  readonly day: string;
  readonly rates: Readonly<Record<string, string>>;
}

/** A feed that is not what the European Central Bank publishes. Nothing of it is stored. */
export class UnreadableRatesError extends Error {
  override readonly name = 'UnreadableRatesError';
}

/** The bank's whole history has 7,000 days of up to 41 currencies, on three levels. */
const LIMITS = { days: 30_000, currencies: 200, depth: 10, attributes: 20 };
const PIECE_BYTES = 64 * 1024;
/** The first day of the euro. */
const FIRST_DAY = '1999-01-01';
const RATE = /^(?=.*[1-9])(\d{1,12})(?:\.(\d{1,12}))?$/;
/** Currencies without a rate on a day are usually left out; the bank's CSV has this text. */
const NO_RATE = 'N/A';

/**
 * Reads the feed of the European Central Bank: `Cube` elements with a `time`, and in them `Cube` elements with a
 * `currency` and a `rate`. Other elements are ignored. @param lastDay a later day is an error of the feed
 * @throws UnreadableRatesError if anything is wrong: half a feed would look like a correction
 */
export async function readRates(bytes: Buffer, lastDay: string): Promise<DayRates[]> {
  const reader = new RatesReader(lastDay);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const starts = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) => at * PIECE_BYTES);
  try {
    await inTurns(starts, (start) =>
      reader.read(decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true })),
    );
    reader.read(decoder.decode());
    return reader.end();
  } catch (cause) {
    if (cause instanceof UnreadableRatesError) throw cause;
    throw new UnreadableRatesError('the exchange rates are no well-formed XML in UTF-8', { cause });
  }
}

class RatesReader {
  /** saxes resolves no external entities and expands only XML's own. */
  private readonly parser = new SaxesParser();
  private readonly days = new Map<string, Record<string, string>>();
  private depth = 0;
  /** The day whose rates are read, and its depth. */
  private current: {
    readonly rates: Map<string, string>;
    readonly day: string;
    readonly depth: number;
  } | null = null;

  constructor(private readonly lastDay: string) {
    this.parser.on('opentag', (tag) => this.open(tag));
    this.parser.on('closetag', () => this.close());
    this.parser.on('doctype', () => refuse('the exchange rates declare a document type'));
  }

  read(text: string): void {
    // saxes reports a document type only at its end, and it may be as long as the feed.
    if (text.includes('<!DOCTYPE')) refuse('the exchange rates declare a document type');
    this.parser.write(text);
  }

  end(): DayRates[] {
    this.parser.close();
    if (this.days.size === 0) refuse('the exchange rates have no day');
    return [...this.days].map(([day, rates]) => ({ day, rates })).sort((a, b) => (a.day < b.day ? -1 : 1));
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    this.depth += 1;
    if (this.depth > LIMITS.depth) refuse('the exchange rates are nested too deeply');
    if (Object.keys(attributes).length > LIMITS.attributes) refuse('an element has too many attributes');
    if (name.slice(name.indexOf(':') + 1) !== 'Cube') return;
    const { time, currency, rate } = attributes as Readonly<Record<string, string | undefined>>;
    if (time !== undefined) this.openDay(time);
    else if (currency !== undefined) this.addRate(currency, rate);
  }

  private openDay(day: string): void {
    if (this.current) refuse('a day is inside of another one');
    if (!isDay(day) || day < FIRST_DAY || day > this.lastDay)
      refuse('a day of the exchange rates is not possible');
    if (this.days.has(day)) refuse('a day of the exchange rates is there twice');
    if (this.days.size >= LIMITS.days) refuse('the exchange rates have too many days');
    this.current = { day, rates: new Map(), depth: this.depth };
  }

  private addRate(currency: string, rate: string | undefined): void {
    if (!this.current) refuse('a rate has no day');
    if (!/^[A-Z]{3}$/.test(currency) || currency === 'EUR') refuse('a currency is no code');
    if (rate === NO_RATE) return;
    const { rates } = this.current;
    if (rates.has(currency)) refuse('a currency is there twice on a day');
    if (rates.size >= LIMITS.currencies) refuse('a day has too many currencies');
    rates.set(currency, canonicalRate(rate ?? ''));
  }

  private close(): void {
    if (this.current?.depth === this.depth) {
      const { day, rates } = this.current;
      if (rates.size === 0) refuse('a day has no rates');
      this.days.set(day, Object.fromEntries(rates));
      this.current = null;
    }
    this.depth -= 1;
  }
}

/** One text for each number: the bank writes `395.10` in one file and `395.1` in another, which is no correction. */
function canonicalRate(text: string): string {
  const match = RATE.exec(text);
  if (!match) refuse('a rate is no number above zero');
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function refuse(reason: string): never {
  throw new UnreadableRatesError(reason);
}
