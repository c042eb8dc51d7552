import { compareDecimals, parseDecimal } from '@tributary/money';
import { SeededRandom } from '@tributary/testing';
import { detectStatement } from '../../../src/imports/formats/detect-statement';
import { readingOf } from '../../../src/imports/formats/read-statement';
import { DetectedStatement, StatementEntry } from '../../../src/imports/formats/statement';
import { ReadFile, readFile } from '../reading';
import { hash } from './cells';
import { encodeText } from './encode-text';
import { hasRole, Layout } from './layout';
import { inventMovements, Movement } from './movements';
import { writeLayout } from './write-layout';

/** One file of a layout: its days, and the order of its rows. */
export interface Variant {
  readonly days: 'all' | 'to twelve';
  readonly order: 'asc' | 'desc';
}

export type Outcome =
  | {
      readonly kind: 'PROVEN' | 'BY_NAMES';
      /** A name or a purpose that the entry lacks; null if no row lost one. */
      readonly lost: string | null;
    }
  /** The user is asked before anything is stored; the reasons are for the report. */
  | { readonly kind: 'ASKED'; readonly why: string }
  /** Amounts, signs, days or rows are wrong, although the user was not asked. */
  | { readonly kind: 'WRONG'; readonly why: string };

export interface TriedLayout {
  readonly layout: Layout;
  readonly variant: Variant;
  readonly bytes: Uint8Array;
  readonly outcome: Outcome;
}

/** Returns both orders if the source does not state which one the bank uses. */
export function variantsOf({ order }: Layout): Variant[] {
  const orders = order === undefined ? (['asc', 'desc'] as const) : [order];
  return orders.flatMap((one) => [
    { days: 'all' as const, order: one },
    { days: 'to twelve' as const, order: one },
  ]);
}

/** Writes a file of the layout, and reads it like an upload without corrections. */
export async function tryLayout(layout: Layout, variant: Variant): Promise<TriedLayout> {
  const random = new SeededRandom(hash(`${layout.name}/${variant.days}`));
  const fees = hasRole(layout, 'fee');
  const invented = inventMovements(random, layout.country, {
    days: variant.days,
    fees,
    whole: layout.style?.whole === true,
  });
  const movements = variant.order === 'asc' ? invented : [...invented].reverse();
  const bytes = writeLayout(layout, movements, random);
  return { layout, variant, bytes, outcome: await outcomeOf(layout, movements, bytes) };
}

async function outcomeOf(
  layout: Layout,
  movements: readonly Movement[],
  bytes: Uint8Array,
): Promise<Outcome> {
  const detected = detectStatement(bytes, null);
  if (detected?.csv == null) return { kind: 'WRONG', why: `detected as ${detected?.format ?? 'nothing'}` };
  const { certainty, questions } = detected.csv;
  if (certainty === 'GUESS') {
    return {
      kind: 'ASKED',
      why: questions.map(({ columns, text }) => `${columns.join()}: ${text}`).join('; '),
    };
  }
  const file = await read(bytes, detected);
  const why = differenceOf(layout, movements, file);
  return why === null
    ? { kind: certainty, lost: lostText(layout, movements, file.entries) }
    : { kind: 'WRONG', why: `${certainty}: ${why}` };
}

function read(bytes: Uint8Array, detected: DetectedStatement): Promise<ReadFile> {
  return readFile(bytes, { how: readingOf(detected) });
}

/** Returns the first error; null if every row has its amount and its day, in order. */
function differenceOf(layout: Layout, movements: readonly Movement[], file: ReadFile): string | null {
  if (file.accounts.length > 1) return `${file.accounts.length} accounts`;
  const expected = movements.map((movement) => amountsOf(movement));
  const amounts = file.entries.map(({ document }) => document.amount);
  const whole = expected.map(({ whole }) => [whole]);
  const split = expected.map(({ parts }) => parts);
  const listed = [...file.unreadable, ...file.leftOut].map(({ line, reason }) => `${line}: ${reason}`)[0];
  const rows = [whole, split].map((each) => each.flat()).find((each) => sameAmounts(each, amounts));
  if (rows === undefined) return wrongAmounts(whole.flat(), amounts, listed);
  if (rows.length !== movements.length) return null; // fees are separate rows with the days of their payments
  return wrongDays(layout, movements, file.entries);
}

function amountsOf({ cents, feeCents }: Movement): { whole: string; parts: string[] } {
  const fee = feeCents === 0 ? [] : [decimalOf(-feeCents)];
  return { whole: decimalOf(cents - feeCents), parts: [decimalOf(cents), ...fee] };
}

function decimalOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

function sameAmounts(expected: readonly string[], actual: readonly string[]): boolean {
  return (
    expected.length === actual.length &&
    expected.every(
      (amount, index) => compareDecimals(parseDecimal(amount), parseDecimal(actual[index] ?? '')) === 0,
    )
  );
}

function wrongAmounts(
  expected: readonly string[],
  actual: readonly string[],
  listed: string | undefined,
): string {
  if (expected.length !== actual.length)
    return `${actual.length} rows of ${expected.length} (${listed ?? 'not listed'})`;
  const at = expected.findIndex((amount, index) => !sameAmounts([amount], [actual[index] ?? '']));
  return `amount ${actual[at]} instead of ${expected[at]}`;
}

/**
 * Returns the first wrong day. Without known names either of two dates may be the booking day, if it is the same one in
 * all rows.
 */
function wrongDays(
  layout: Layout,
  movements: readonly Movement[],
  entries: readonly StatementEntry[],
): string | null {
  const days = entries.map(({ document }) => document.booking_date ?? document.value_date);
  const booked = movements.map((movement) => movement.booked);
  const valued = movements.map((movement) => movement.valued);
  const right = layout.header === null && hasRole(layout, 'value_date') ? [booked, valued] : [booked];
  if (right.some((each) => each.every((day, index) => day === days[index]))) return null;
  const at = booked.findIndex((day, index) => day !== days[index]);
  return `day ${days[at]} instead of ${booked[at]}`;
}

/** Returns the first name or purpose that is missing in its entry. */
function lostText(
  layout: Layout,
  movements: readonly Movement[],
  entries: readonly StatementEntry[],
): string | null {
  if (entries.length !== movements.length) return null;
  const written = (text: string): string =>
    new TextDecoder(layout.encoding).decode(encodeText(text, layout.encoding));
  const texts = movements.map(({ text, party }) => [
    ...(hasRole(layout, 'description') ? [written(text)] : []),
    ...(hasRole(layout, 'payee') ? [written(party.name)] : []),
  ]);
  const missing = texts.flatMap((each, index) => {
    const { document } = entries[index] as StatementEntry;
    const kept = JSON.stringify(document);
    return each.filter((text) => !kept.includes(JSON.stringify(text).slice(1, -1)));
  });
  return missing[0] ?? null;
}
