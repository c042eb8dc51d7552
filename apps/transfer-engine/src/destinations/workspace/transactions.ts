import { TransferContent } from '../transfer-content';
import { BalanceSnapshot, ChangedRow, HeldContent, UnmappableTransactionError } from '../destination.port';
import { FieldChange, fieldChanges, FieldGroups } from '../field-changes';
import { exactNumber } from '../exact-number';
import { shortenedText } from '../shortened-text';
import { TEXT_CHARS_MAX } from './properties';

/** The property by which pages are found again. */
export const KEY_PROPERTY = 'Transaction ID';
/** Stands for the title property, which every data source has under a name of its own. */
export const TITLE = 'Payee';
/** A page that has it is a balance, not a transaction. */
export const BALANCE_PROPERTY = 'Balance';

/** The properties of transactions with the types they may be of; the first is what a new one is made as. */
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

/** The amount as a text, where a number of Notion would not keep its digits. */
export const EXACT_AMOUNT = 'Exact amount';

const TITLE_CHARS_MAX = 2000;

/** Texts by the name of their property. */
export type Texts = ReadonlyMap<string, string>;

/** The transaction in texts, without its key; what rules set for a property wins. @throws UnmappableTransactionError */
export function toTexts(content: TransferContent): Texts {
  if (content.date === null) throw new UnmappableTransactionError('The transaction has no date.');
  const texts = new Map([
    [TITLE, shortenedText(content.payee, TITLE_CHARS_MAX)],
    ['Date', content.date],
    ...amountTexts(content.amount),
    ['Currency', content.currency],
    ['Booked', String(content.booked)],
    ['Description', shortenedText(content.description, TEXT_CHARS_MAX)],
  ]);
  for (const [field, value] of Object.entries(content.fields)) {
    const name =
      [...texts.keys(), KEY_PROPERTY].find((known) => sameName(known) === sameName(field)) ?? field.trim();
    if (name === KEY_PROPERTY) {
      throw new UnmappableTransactionError(
        `A rule cannot set the property "${KEY_PROPERTY}": pages are found by it.`,
      );
    }
    texts.set(name, shortenedText(value, TEXT_CHARS_MAX));
  }
  return texts;
}

/** Money is never rounded on the way: an amount that a number cannot hold becomes a text. */
function amountTexts(amount: string): [string, string][] {
  if (exactNumber(amount) !== null) return [['Amount', amount]];
  return [
    ['Amount', ''],
    [EXACT_AMOUNT, amount],
  ];
}

/** How the page differs from the transaction, for the transfer's log; null where it does not. */
export function alteration({ amount, fields }: TransferContent): string | null {
  const isSetByRule = Object.keys(fields).some((field) => sameName(field) === sameName('Amount'));
  if (isSetByRule || exactNumber(amount) !== null) return null;
  return `A number of Notion does not keep all digits of the amount, so it stands as a text in the property "${EXACT_AMOUNT}".`;
}

/** A balance in texts, without its key. */
export function toBalanceTexts({ date, currency, cleared, available }: BalanceSnapshot): Texts {
  return new Map([
    [TITLE, 'Balance'],
    ['Date', date],
    ['Currency', currency],
    [BALANCE_PROPERTY, cleared],
    ['Available', available ?? ''],
  ]);
}

/** The properties that go with a group of fields. */
const PROPERTIES_OF: FieldGroups<string> = {
  status: ['Date', 'Booked'],
  payee: [TITLE],
  description: ['Description'],
  amount: ['Amount', EXACT_AMOUNT, 'Currency'],
};

/** The properties that the change writes. */
export function changedTexts(change: Pick<ChangedRow, 'sent' | 'wanted' | 'leave'>): FieldChange<string>[] {
  return fieldChanges(change, { toFields: toTexts, groups: PROPERTIES_OF, empty: '', same: Object.is });
}

/** Whether a property is one that a rule has named, of which the port's comparison knows nothing. */
export function isRulesOwn(name: string): boolean {
  return name !== TITLE && !Object.hasOwn(PROPERTY_TYPES, name);
}

/** How the transaction reads when it is found again. @throws UnmappableTransactionError */
export function expectedContent(content: TransferContent): HeldContent {
  const texts = toTexts(content);
  return heldContent((name) => texts.get(name) ?? '');
}

/** A page as it reads; null for a property that it has not. */
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

/** Names are the same whatever their case and the spaces around them. */
export function sameName(name: string): string {
  return name.trim().toLowerCase();
}
