import { TransferContent } from '../transfer-content';
import { BalanceSnapshot, ChangedRow, HeldContent, UnmappableTransactionError } from '../destination.port';
import { FieldChange, fieldChanges, FieldGroups } from '../mapping/field-changes';
import { exactNumber } from '../mapping/exact-number';
import { shortenedText } from '../mapping/shortened-text';
import { TEXT_CHARS_MAX } from './properties';

/** The property by which pages are found. */
export const KEY_PROPERTY = 'Transaction ID';
/** Our name for the title property, which every data source has under another name. */
export const TITLE = 'Payee';
/** A page with this property is a balance, not a transaction. */
export const BALANCE_PROPERTY = 'Balance';

/** The properties of transactions with their allowed types; a new property gets the first. */
export const PROPERTY_TYPES: Readonly<Record<string, readonly string[]>> = {
  [KEY_PROPERTY]: ['rich_text'],
  Date: ['date'],
  Amount: ['number'],
  Currency: ['select', 'rich_text'],
  Booked: ['checkbox'],
  Description: ['rich_text'],
};
export const BALANCE_PROPERTY_TYPES: Readonly<Record<string, readonly string[]>> = {
  [KEY_PROPERTY]: ['rich_text'],
  Date: ['date'],
  Currency: ['select', 'rich_text'],
  [BALANCE_PROPERTY]: ['number'],
  Available: ['number'],
};

/** The property with the amount as a text, if a number of Notion would lose digits. */
export const EXACT_AMOUNT = 'Exact amount';

const NOTE_PROPERTY = 'Note';
const TAGS_PROPERTY = 'Tags';

const TITLE_CHARS_MAX = 2000;

/** Texts by the names of their properties. */
export type Texts = ReadonlyMap<string, string>;

/**
 * Maps the transaction to texts, without its key; values that rules set for a property win.
 * @throws UnmappableTransactionError
 */
export function toTexts(content: TransferContent): Texts {
  if (content.date === null) throw new UnmappableTransactionError('The transaction has no date.');
  const texts = new Map([
    [TITLE, shortenedText(content.payee, TITLE_CHARS_MAX)],
    ['Date', content.date],
    ...amountTexts(content.amount),
    ['Currency', content.currency],
    ['Booked', String(content.booked)],
    ['Description', shortenedText(content.description, TEXT_CHARS_MAX)],
    // A data source gets these properties with the first transaction that has a note or tags.
    ...(content.note === undefined
      ? []
      : [[NOTE_PROPERTY, shortenedText(content.note, TEXT_CHARS_MAX)] as const]),
    ...(content.tags === undefined ? [] : [[TAGS_PROPERTY, content.tags.join(', ')] as const]),
  ]);
  for (const [field, value] of Object.entries(content.fields)) {
    const name =
      [...texts.keys(), KEY_PROPERTY, NOTE_PROPERTY, TAGS_PROPERTY].find(
        (known) => sameName(known) === sameName(field),
      ) ?? field.trim();
    if (name === KEY_PROPERTY) {
      throw new UnmappableTransactionError(
        `A rule cannot set the property "${KEY_PROPERTY}": pages are found by it.`,
      );
    }
    texts.set(name, shortenedText(value, TEXT_CHARS_MAX));
  }
  return texts;
}

/** Money is never rounded: an amount that a number cannot represent exactly becomes a text. */
function amountTexts(amount: string): [string, string][] {
  if (exactNumber(amount) !== null) return [['Amount', amount]];
  return [
    ['Amount', ''],
    [EXACT_AMOUNT, amount],
  ];
}

/** How the page differs from the transaction, for the transfer's log; null if it does not differ. */
export function alteration({ amount, fields }: TransferContent): string | null {
  const isSetByRule = Object.keys(fields).some((field) => sameName(field) === sameName('Amount'));
  if (isSetByRule || exactNumber(amount) !== null) return null;
  return `A number of Notion does not keep all digits of the amount, so it stands as a text in the property "${EXACT_AMOUNT}".`;
}

/** Maps a balance to texts, without its key. */
export function toBalanceTexts({ date, currency, cleared, available }: BalanceSnapshot): Texts {
  return new Map([
    [TITLE, 'Balance'],
    ['Date', date],
    ['Currency', currency],
    [BALANCE_PROPERTY, cleared],
    ['Available', available ?? ''],
  ]);
}

/** The properties of each group of fields. */
const PROPERTIES_OF: FieldGroups<string> = {
  status: ['Date', 'Booked'],
  payee: [TITLE],
  description: ['Description'],
  amount: ['Amount', EXACT_AMOUNT, 'Currency'],
  category: [],
};

/** The properties that the change writes. */
export function changedTexts(change: Pick<ChangedRow, 'sent' | 'wanted' | 'leave'>): FieldChange<string>[] {
  return fieldChanges(change, { toFields: toTexts, groups: PROPERTIES_OF, empty: '', same: Object.is });
}

/** Returns whether only a rule names the property; `HeldContent` does not include such properties. */
export function isRulesOwn(name: string): boolean {
  return name !== TITLE && !Object.hasOwn(PROPERTY_TYPES, name);
}

/** Returns the transaction as it reads when it is found. @throws UnmappableTransactionError */
export function expectedContent(content: TransferContent): HeldContent {
  const texts = toTexts(content);
  return heldContent((name) => texts.get(name) ?? '');
}

/** Reads a page's content; `text` returns null for a property that the page does not have. */
export function heldContent(text: (name: string) => string | null): HeldContent {
  const booked = text('Booked');
  return {
    date: text('Date'),
    amount: text('Amount') === '' ? (text(EXACT_AMOUNT) ?? '') : text('Amount'),
    cleared: booked === null ? null : booked === 'true',
    payee: text(TITLE),
    description: text('Description'),
  };
}

/** Normalizes a property name: case and surrounding spaces do not matter. */
export function sameName(name: string): string {
  return name.trim().toLowerCase();
}
