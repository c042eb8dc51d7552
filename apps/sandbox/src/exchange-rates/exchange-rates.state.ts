import { addDays, daysBetween, isDay } from '@tributary/money';
import { Fields } from '../server/fields';
import { invalid } from '../server/problem';
import { Company } from '../state/company';

type Rates = Readonly<Record<string, string>>;

/** What one euro costs, about; ended currencies have a last day. */
const CURRENCIES: readonly { code: string; about: number; decimals: number; until?: string }[] = [
  { code: 'USD', about: 1.1, decimals: 4 },
  { code: 'JPY', about: 160, decimals: 2 },
  { code: 'BGN', about: 1.9558, decimals: 4, until: '2025-12-31' },
  { code: 'CZK', about: 25, decimals: 3 },
  { code: 'DKK', about: 7.46, decimals: 4 },
  { code: 'GBP', about: 0.86, decimals: 5 },
  { code: 'PLN', about: 4.3, decimals: 4 },
  { code: 'SEK', about: 11.3, decimals: 4 },
  { code: 'CHF', about: 0.95, decimals: 4 },
  { code: 'HRK', about: 7.5345, decimals: 4, until: '2022-12-31' },
];
/** Closing days of TARGET with a fixed date. */
const CLOSED = new Set(['01-01', '05-01', '12-25', '12-26']);
const HISTORY_DAYS = 3 * 365;
const RECENT_DAYS = 90;

/** Day rates like those of the European Central Bank: none at weekends and on closing days, the newest day first. */
export class ExchangeRatesState extends Company {
  historyDays = HISTORY_DAYS;
  /** Sent instead of every file. */
  sent: { readonly body: string; readonly contentType: string } | null = null;
  /** Days that differ from the usual: other rates, or none. */
  private readonly changed = new Map<string, Rates | null>();

  reset(): void {
    this.changed.clear();
    this.sent = null;
    this.historyDays = HISTORY_DAYS;
  }

  /** Corrects rates of a day, or takes the day out. */
  change(day: string, body: unknown): void {
    if (!isDay(day)) throw invalid('the day must be like 2026-03-31');
    const rates = new Fields(body).object('rates');
    const isText = (value: unknown): boolean => typeof value === 'string';
    if (rates && !Object.values(rates).every(isText)) throw invalid('rates must be texts by currency');
    this.changed.set(day, rates ? { ...usualRates(day), ...(rates as Rates) } : null);
  }

  /** Sends a text of any length and type instead of the files; without a body, the files again. */
  send(body: unknown): void {
    const fields = new Fields(body);
    const [text, times] = [fields.text('body'), fields.integer('times') ?? 1];
    const contentType = fields.text('content_type') ?? 'text/xml';
    this.sent = text === undefined ? null : { body: text.repeat(times), contentType };
  }

  file(days: number): string {
    const today = this.clock.today();
    const all = Array.from({ length: days }, (_, back) => addDays(today, -back));
    return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${all
      .map((day) => this.dayElement(day))
      .join('')}</Cube></gesmes:Envelope>`;
  }

  get recentDays(): number {
    return Math.min(RECENT_DAYS, this.historyDays);
  }

  private dayElement(day: string): string {
    const changed = this.changed.get(day);
    if (changed === null || (changed === undefined && isClosed(day))) return '';
    const rates = Object.entries(changed ?? usualRates(day));
    const elements = rates.map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`);
    return `<Cube time="${day}">${elements.join('')}</Cube>`;
  }
}

function usualRates(day: string): Rates {
  const number = daysBetween('1999-01-04', day);
  const known = CURRENCIES.filter(({ until }) => until === undefined || day <= until);
  return Object.fromEntries(
    known.map(({ code, about, decimals }) => [
      code,
      (about * (1 + Math.sin(number / 97 + about) / 50)).toFixed(decimals),
    ]),
  );
}

function isClosed(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 || CLOSED.has(day.slice(5));
}
