import { isLosslessNumber } from 'lossless-json';
import { inTurns } from '@tributary/outbound';
import { DAYS } from './mapping/days';
import { boundedJson, DOCUMENT_LIMITS } from './mapping/document-limits';
import { dayOf } from './mapping/mapped-fields';
import { dateOf, isJson, Json } from './mapping/json-fields';
import { ProviderTransaction, RejectedRow } from './provider.port';

/** A row that is no transaction; the message has the reason and never contains the row. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
}

/**
 * The version of the row readers. Raise it with each change that makes more rows readable: each version tries
 * unreadable rows again once.
 */
export const ROW_READER = 1;

/** The rows of one response: the readable and the unreadable ones. */
export interface ReadRows {
  readonly upserts: ProviderTransaction[];
  readonly rejected: RejectedRow[];
}

/**
 * Reads each row separately, so that an unreadable one does not affect others, and yields to other work in between.
 * @param read throws RowRefused
 * @param idOf returns the provider's id of an unreadable row that is an object
 * @param toJson returns the original text of a row
 */
export async function readRows(
  rows: readonly unknown[],
  read: (row: unknown) => ProviderTransaction | null,
  idOf: (row: Readonly<Record<string, unknown>>) => string | undefined,
  toJson: (row: unknown) => string = JSON.stringify,
): Promise<ReadRows> {
  const reader = new RowReader(read, idOf, toJson);
  await inTurns(rows, (row) => reader.add(row));
  return reader.result;
}

/** Reads rows one by one. */
export class RowReader {
  readonly result: ReadRows = { upserts: [], rejected: [] };

  constructor(
    private readonly read: (row: unknown) => ProviderTransaction | null,
    private readonly idOf: (row: Readonly<Record<string, unknown>>) => string | undefined,
    private readonly toJson: (row: unknown) => string,
  ) {}

  add(row: unknown): void {
    try {
      const transaction = this.read(row);
      if (transaction) this.result.upserts.push(checked(transaction));
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      const id = isJson(row) ? this.idOf(row) : undefined;
      this.reject(reason, textOfRow(row, this.toJson), id, isJson(row) ? likelyDay(row) : null);
    }
  }

  /**
   * Adds an unreadable row that is no JSON value.
   * @param text the text at its position
   */
  refuse({ message }: RowRefused, text: string): void {
    this.reject(message, JSON.stringify(text), undefined, null);
  }

  private reject(reason: string, json: string, id: string | undefined, day: string | null): void {
    this.result.rejected.push({
      providerTransactionId: id?.slice(0, DOCUMENT_LIMITS.idChars) ?? null,
      reason,
      // Stored completely, because a later release may read it; a row beyond the size limit stays unreadable.
      rawJson: json.length <= DOCUMENT_LIMITS.entryChars ? json : boundedJson(json),
      day,
    });
  }
}

/** Members in which providers state days, the day of booking first; SimpleFIN's are seconds since 1970. */
const DAY_MEMBERS = [
  ...['bookingDate', 'booking_date', 'posted', 'settlement_date'],
  ...['valueDate', 'value_date', 'transaction_date', 'transacted_at', 'trade_date'],
];

/** The day of a row that cannot be read otherwise. */
function likelyDay(row: Json): string | null {
  for (const member of DAY_MEMBERS) {
    const stated = isLosslessNumber(row[member]) ? Number(row[member].toString()) : row[member];
    const day = typeof stated === 'number' ? dayOfSeconds(stated) : dateOf(stated);
    if (day !== null) return day;
  }
  return null;
}

const FIRST_LIKELY_SECOND = 86_400;

function dayOfSeconds(seconds: number): string | null {
  if (!(seconds >= FIRST_LIKELY_SECOND && seconds < Date.parse(DAYS.last) / 1000)) return null;
  return dateOf(new Date(seconds * 1000).toISOString());
}

/** Checks the boundary between providers and documents: other code relies on what passes here. */
export function checked(transaction: ProviderTransaction): ProviderTransaction {
  const { entryChars, idChars } = DOCUMENT_LIMITS;
  if (transaction.rawJson.length > entryChars) {
    throw new RowRefused(`the row has more than ${entryChars} characters`);
  }
  for (const id of [transaction.strongId, transaction.weakId, transaction.pendingStrongId]) {
    if (id !== null && id.length > idChars) throw new RowRefused(`an id has more than ${idChars} characters`);
  }
  if (transaction.booked && dayOf(transaction.document) === null) {
    throw new RowRefused('the row is booked, and has no day');
  }
  return transaction;
}

/** Returns the reason why a row is refused; null if the error is not about the row. */
function reasonOf(error: unknown): string | null {
  if (error instanceof RowRefused) return error.message;
  return isTooDeep(error) ? TOO_DEEP : null;
}

const TOO_DEEP = 'the row has values within each other, too deep to be read';

/** Returns whether the error is a stack overflow, as recursion through a deeply nested value causes it. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

function textOfRow(row: unknown, toJson: (row: unknown) => string): string {
  try {
    return toJson(row);
  } catch (error) {
    if (isTooDeep(error)) return JSON.stringify(TOO_DEEP);
    throw error;
  }
}
