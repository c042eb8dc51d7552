import { toMilliunits } from '@tributary/money';
import { TransferContent } from '../transfer-content';
import { ChangedRow, HeldContent, NewRow, UnmappableTransactionError } from '../destination.port';
import { annotatedText } from '../mapping/annotated-text';
import { changedMembers, FieldGroups } from '../mapping/field-changes';
import { shortenedText } from '../mapping/shortened-text';
import { fromMilliunits } from './resources';

const PAYEE_CHARS_MAX = 200;
const MEMO_CHARS_MAX = 500;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const FLAG_COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'];

/** A transaction in BUDGETA's form; amounts in integer milliunits, outflow negative. */
export interface BudgetaFields {
  readonly date: string;
  readonly amount: number;
  readonly payee_name: string | null;
  readonly memo: string | null;
  readonly cleared: 'cleared' | 'uncleared';
  readonly approved: boolean;
  /** Null clears it. */
  readonly category_id?: string | null;
  readonly flag_color?: string;
}

/**
 * Maps the transaction to BUDGETA's fields; fields that rules set for BUDGETA win.
 * @throws UnmappableTransactionError
 */
export function toBudgeta(content: TransferContent): BudgetaFields {
  const { fields } = content;
  if (content.date === null) throw new UnmappableTransactionError('The transaction has no date.');
  return {
    date: content.date,
    amount: milliunits(content.amount),
    payee_name: payeeName(content),
    memo: shortened(annotatedText(fields.memo ?? content.description, content), MEMO_CHARS_MAX),
    cleared: content.booked ? 'cleared' : 'uncleared',
    approved: fields.approved === 'true',
    ...categoryOf(content),
    ...flagOf(fields),
  };
}

/** The payee is shortened before it is quoted, so that the closing quotation mark is not cut. */
function payeeName(content: TransferContent): string | null {
  const payee = payeeOf(content);
  if (reservedBeginning(payee) === null) return shortened(payee, PAYEE_CHARS_MAX);
  return acceptablePayee(shortenedText(payee, PAYEE_CHARS_MAX - 2));
}

function payeeOf({ fields, payee }: TransferContent): string {
  return fields.payee_name ?? payee;
}

/** How the row differs from the transaction, for the transfer's log; null if it does not differ. */
export function alteration(content: TransferContent): string | null {
  return alteredPayeeNote(payeeOf(content));
}

export function toNewRow(row: NewRow): Record<string, unknown> {
  return { account_id: row.targetExternalId, ...toBudgeta(row.content), import_id: row.key };
}

/** How BUDGETA shows the transaction. @throws UnmappableTransactionError */
export function expectedContent(content: TransferContent): HeldContent {
  const { date, amount, payee_name: payee, memo, cleared } = toBudgeta(content);
  return {
    date,
    amount: fromMilliunits(amount),
    cleared: cleared === 'cleared',
    payee: payee ?? '',
    description: memo ?? '',
    category: categoryIn(content) ?? '',
  };
}

/** BUDGETA's fields by the group that a link may leave unchanged when a transaction books. */
const LEFT_WITH: FieldGroups<keyof BudgetaFields> = {
  status: ['cleared', 'date'],
  payee: ['payee_name'],
  description: ['memo'],
  amount: ['amount'],
  category: ['category_id'],
};

/** The fields that the change sends: those that differ from BUDGETA's row, without the groups to leave unchanged. */
export function changedFields(change: Pick<ChangedRow, 'sent' | 'wanted' | 'leave'>): Partial<BudgetaFields> {
  const { approved, ...written } = changedMembers(change, toBudgeta, LEFT_WITH);
  const changed = { ...written, ...(clearsCategory(change) ? { category_id: null } : {}) };
  // The user decides whether a row is approved; a change sends it only if a rule changed it.
  return change.sent === null || approved === undefined ? changed : { ...changed, approved };
}

/** The row was sent with a category, and its transaction has none any more. */
function clearsCategory({ sent, wanted, leave }: Pick<ChangedRow, 'sent' | 'wanted' | 'leave'>): boolean {
  return sent !== null && Boolean(categoryIn(sent)) && !categoryIn(wanted) && !leave.has('category');
}

function milliunits(amount: string): number {
  try {
    return toMilliunits(amount);
  } catch (cause) {
    throw new UnmappableTransactionError('The amount is too large for BUDGETA.', { cause });
  }
}

function categoryOf(content: TransferContent): Pick<BudgetaFields, 'category_id'> {
  const category = categoryIn(content);
  if (!category) return {};
  if (UUID.test(category)) return { category_id: category };
  throw new UnmappableTransactionError(
    'BUDGETA takes a category by its id, a UUID: the rule that sets the category has to name that in category_id.',
  );
}

/** A category that a rule sets wins over the one that the link maps. */
function categoryIn({ fields, category }: TransferContent): string | undefined {
  return fields.category_id ?? fields.category ?? category;
}

/** Returns whether both have the same category, so that BUDGETA refuses both if it refuses one. */
export function haveSameCategory(a: TransferContent, b: TransferContent): boolean {
  return categoryIn(a) === categoryIn(b);
}

function flagOf({ flag_color: color }: TransferContent['fields']): Pick<BudgetaFields, 'flag_color'> {
  if (!color) return {};
  if (FLAG_COLORS.includes(color)) return { flag_color: color };
  throw new UnmappableTransactionError(`flag_color must be one of ${FLAG_COLORS.join(', ')}.`);
}

/** Null if it is empty. */
function shortened(text: string, charsMax: number): string | null {
  return shortenedText(text, charsMax) || null;
}

/** Beginnings of payees that BUDGETA reserves; it refuses every row that has one. */
const RESERVED = [
  'Transfer : ',
  'Starting Balance',
  'Manual Balance Adjustment',
  'Reconciliation Balance Adjustment',
];

/** The reserved beginning of the payee; null if it has none. */
function reservedBeginning(payee: string): string | null {
  // The added blank makes "Transfer :" match too, because blanks at the end were trimmed.
  const text = `${payee.trim().replace(/\s+/g, ' ').toLowerCase()} `;
  return RESERVED.find((one) => text.startsWith(one.toLowerCase())) ?? null;
}

/**
 * Returns a payee that BUDGETA accepts: a reserved one is put in quotation marks, so that the bank's name is preserved.
 */
function acceptablePayee(payee: string): string {
  return reservedBeginning(payee) === null ? payee : `"${payee}"`;
}

/** How the payee differs from the transaction's, for the transfer's log; null if it does not differ. */
function alteredPayeeNote(payee: string): string | null {
  const beginning = reservedBeginning(payee);
  if (beginning === null) return null;
  return `BUDGETA reserves payees that begin with "${beginning.trim()}", so the payee was sent in quotation marks.`;
}
