import { TIME_ZONE_LENGTH_MAX, TransactionDocument } from '@tributary/contracts';
import { dayIn } from './days';

/** The days of a document that a provider gives as timestamps, in milliseconds since 1970. */
export interface Moments {
  readonly booking_date?: number;
  readonly value_date?: number;
}

type Dated = Pick<TransactionDocument, 'booking_date' | 'booking_datetime' | 'value_date' | 'value_datetime'>;
type Days = Pick<Dated, 'booking_date' | 'value_date'>;

/** Matches an IANA name; some versions of JavaScript accept offsets as zones, which are rejected here. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** Returns whether the text names a known time zone. */
export function isTimeZone(text: string): boolean {
  return text.length <= TIME_ZONE_LENGTH_MAX && NAME.test(text) && clockOf(text) !== null;
}

/** Returns the day of a time in a time zone; null if the zone is unknown, or the day is out of range. */
export function dayInZone(momentMs: number, zone: string): string | null {
  const clock = clockOf(zone);
  if (clock === null || !Number.isFinite(momentMs) || Math.abs(momentMs) > MOMENT_MAX) return null;
  const parts = new Map(clock.formatToParts(momentMs).map(({ type, value }) => [type, value]));
  return dayIn(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`);
}

/** The last time of JavaScript's calendar. */
const MOMENT_MAX = 8.64e15;

/** Returns the transaction with the days that its times have in the zone. Without a zone, the days are those in UTC. */
export function inZone<T extends { readonly document: Days; readonly moments?: Moments }>(
  transaction: T,
  zone: string | null,
): T {
  const { moments, document } = transaction;
  if (zone === null || !moments) return transaction;
  const dayOf = (member: keyof Moments) => {
    const moment = moments[member];
    return (moment === undefined ? null : dayInZone(moment, zone)) ?? document[member];
  };
  const days = { booking_date: dayOf('booking_date'), value_date: dayOf('value_date') };
  return { ...transaction, document: { ...document, ...days } };
}

/** Returns the days of a stored document. A time that did not change retains its day. */
export function storedDays(document: Dated, moments: Moments, stored: Dated): Days {
  const isSameBooking = stored.booking_datetime === document.booking_datetime;
  const isSameValue = stored.value_datetime === document.value_datetime;
  const keepsBooking = moments.booking_date !== undefined && isSameBooking;
  const keepsValue = moments.value_date !== undefined && isSameValue;
  return {
    booking_date: (keepsBooking ? stored.booking_date : null) ?? document.booking_date,
    value_date: (keepsValue ? stored.value_date : null) ?? document.value_date,
  };
}

/** Returns the time zone of a country whose clocks all agree; null for other and unknown countries. */
export function zoneOfCountry(country: string | null): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return null;
  const [first, ...others] = zonesOf(country);
  if (first === undefined) return null;
  return others.every((other) => agree(first, other)) ? first : null;
}

/** Node 20 has the property, newer versions have the method. */
interface LocaleZones {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[] | undefined;
}

function zonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & LocaleZones = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Returns whether two zones have the same clock, checked month by month, like Büsingen and Berlin. */
function agree(a: string, b: string): boolean {
  const [clock, other] = [clockOf(a), clockOf(b)];
  if (clock === null || other === null) return false;
  return MONTHS.every((moment) => clock.format(moment) === other.format(moment));
}

const FIRST_YEAR = 2000;
const YEARS = 40;
const MONTHS = Array.from({ length: YEARS * 12 }, (_, month) => Date.UTC(FIRST_YEAR, month, 15));

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns a clock of the zone; null if the zone does not exist. */
function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone);
  if (known) return known;
  try {
    const clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(zone, clock);
    return clock;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
