import { InvalidDecimalError, isOutflow, withMinorDigits } from '@tributary/money';
import { decimalOf, stringifyLossless } from '../mapping/json-decimals';
import { isJson, Json, textOf, textOrJson, unlessEmpty } from '../mapping/json-fields';
import { Moments } from '../mapping/time-zones';
import { ProviderTransaction } from '../provider.port';
import { RowRefused } from '../read-rows';
import { statedAmount } from '../mapping/row-fields';
import { idOf } from './account-set';
import { dayOfSeconds } from './days';

/**
 * Maps one transaction with each documented field. It is pending if the server says so, or if it has no posting time.
 * @param currency the account's, because rows have none
 * @throws RowRefused
 */
export function fromProvider(row: unknown, currency: string | null): ProviderTransaction {
  if (!isJson(row)) throw new RowRefused('the row is not an object');
  if (currency === null) throw new RowRefused('currency is missing, and the account has none');
  const id = idOf(row.id) ?? null;
  const posted = secondsIn(row.posted);
  const booked = isBooked(row);
  if (booked && (posted === null || dayOfSeconds(posted) === null)) {
    throw new RowRefused('posted must be a time after 1970 in seconds');
  }
  return {
    booked,
    document: documentFrom(row, { booked, currency, posted, id }),
    ...momentsOf(booked ? posted : null, secondsIn(row.transacted_at)),
    strongId: null,
    // Some servers change ids when a transaction is posted or connected again: then its content finds it.
    weakId: id,
    pendingStrongId: null,
    rawJson: stringifyLossless(row),
  };
}

/** The day by which a row belongs to a window; null for a pending one without any. */
export function dayIn(row: Json): string | null {
  const posted = secondsIn(row.posted);
  const day = posted === null ? null : dayOfSeconds(posted);
  return day ?? transactedDay(row);
}

export function isBooked({ pending, posted }: Json): boolean {
  return pending !== true && secondsIn(posted) !== 0;
}

/** Returns seconds since 1970 from a JSON number or a text; null if there are none. */
export function secondsIn(value: unknown): number | null {
  try {
    const decimal = decimalOf(value);
    return decimal === null ? null : Math.floor(Number(decimal));
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null;
    throw error;
  }
}

interface KnownFields {
  readonly booked: boolean;
  readonly currency: string;
  readonly posted: number | null;
  readonly id: string | null;
}

function documentFrom(
  row: Json,
  { booked, currency, posted, id }: KnownFields,
): ProviderTransaction['document'] {
  const amount = withMinorDigits(statedAmount(row.amount, 'amount'), currency);
  const payee = textOf(row.payee);
  const party = payee === undefined ? undefined : { name: payee };
  const description = textOf(row.description);
  const memo = textOf(row.memo);
  return {
    amount,
    currency,
    booked,
    booking_date: booked && posted !== null ? dayOfSeconds(posted) : null,
    booking_datetime: booked ? timeOf(posted) : '',
    value_date: transactedDay(row),
    value_datetime: timeOf(secondsIn(row.transacted_at)),
    debtor: isOutflow(amount) ? undefined : party,
    creditor: isOutflow(amount) ? party : undefined,
    remittance_information: unlessEmpty({ unstructured: description ?? memo }),
    additional_information: description === undefined || memo === description ? undefined : memo,
    additional_information_structured: textOrJson(lossy(row.extra)),
    external_identifiers: unlessEmpty({
      institution_transaction_id: id ?? undefined,
      integrator_transaction_id: id ?? undefined,
    }),
  };
}

function transactedDay(row: Json): string | null {
  const seconds = secondsIn(row.transacted_at);
  return seconds === null ? null : dayOfSeconds(seconds);
}

/** Days without a time are the same in every zone. */
function momentsOf(posted: number | null, transacted: number | null): { readonly moments?: Moments } {
  const [booking, value] = [posted, transacted].map((seconds) =>
    seconds !== null && isMoment(seconds) ? seconds * 1000 : undefined,
  );
  const moments = unlessEmpty({ booking_date: booking, value_date: value });
  return moments ? { moments } : {};
}

function timeOf(seconds: number | null): string {
  return seconds !== null && isMoment(seconds) ? new Date(seconds * 1000).toISOString() : '';
}

/** A time of day; midnight and noon in UTC mean a date without time. */
function isMoment(seconds: number): boolean {
  return dayOfSeconds(seconds) !== null && seconds % HALF_DAY_S !== 0;
}

const HALF_DAY_S = 43_200;

/** Returns the value with ordinary JSON numbers. */
function lossy(value: unknown): unknown {
  return isJson(value) && Object.keys(value).length > 0
    ? (JSON.parse(stringifyLossless(value)) as unknown)
    : undefined;
}
