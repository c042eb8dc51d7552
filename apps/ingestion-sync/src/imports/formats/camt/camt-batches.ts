import { addDecimals, compareDecimals, Decimal, negateDecimal } from '@tributary/money';
import { inCurrency, readAmount } from '../values/amounts';
import { fieldText, idOf } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { CamtValues, partiesOf, remittanceLines } from './camt-values';

/** A transaction of a batch that states its amount. */
export interface Part {
  readonly detail: CamtValues;
  readonly amount: Decimal;
  readonly line: number;
}

/** An entry with those of its transactions that are stored. */
export interface Batch {
  readonly values: CamtValues;
  readonly amount: Decimal;
  readonly currency: string;
  readonly reversal: boolean;
  readonly details: readonly CamtValues[];
  /** The number of transactions beyond the limit, which are not stored. */
  readonly detailsLeftOut: number;
}

/** Returns the transactions of a batch if each states its amount and their sum is the entry's; else null. */
export function partsOf({ values, amount, currency, details, detailsLeftOut }: Batch): Part[] | null {
  if (details.length < 2 || detailsLeftOut > 0) return null;
  const parts: Part[] = [];
  for (const detail of details) {
    const path = ['Amt', 'AmtDtls/TxAmt/Amt'].find((candidate) => detail.currency(candidate) === currency);
    if (path === undefined || detail.chars > STATEMENT_LIMITS.entryChars) return null;
    const direction = detail.text('CdtDbtInd') ?? values.text('CdtDbtInd');
    const part = inCurrency(readAmount(detail.text(path) ?? '', '.'), currency);
    parts.push({ detail, amount: direction === 'DBIT' ? negateDecimal(part) : part, line: detail.line });
  }
  const sum = parts.reduce((total, part) => addDecimals(total, part.amount), '0');
  return compareDecimals(sum, amount) === 0 ? parts : null;
}

/** Assigns ids: a batch has one bank id, and its transactions have their own ids or a position within it. */
export function withIds(entry: CamtValues, parts: readonly Part[]): { part: Part; bankId: string | null }[] {
  const ids = parts.map(({ detail }) => idOf(detail.text('Refs/AcctSvcrRef')));
  const unique = new Set(ids).size === ids.length && !ids.includes(null);
  const batch = idOf(entry.text('AcctSvcrRef'));
  return parts.map((part, index) => {
    const position = batch === null ? null : `${batch}/${index + 1}`;
    return { part, bankId: unique ? (ids[index] ?? null) : position };
  });
}

/** The most names in the payee of a batch; further ones are counted. */
const NAMES_MAX = 5;
/** ISO 20022 allows 140 characters. */
const NAME_CHARS_MAX = 140;
/** Leaves space for the last line, which counts the unlisted transactions. */
const TEXT_CHARS_MAX = STATEMENT_LIMITS.fieldChars - 100;

/** The texts about the transactions of a batch that is not divided. */
export interface BatchText {
  readonly names: string | undefined;
  /** One line for each transaction: name, purpose and amount. */
  readonly lines: string | undefined;
}

export function batchText({ values, reversal, details, detailsLeftOut }: Batch): BatchText {
  const isOut = values.text('CdtDbtInd') === 'DBIT';
  const names: string[] = [];
  const lines: string[] = [];
  let [chars, left] = [0, detailsLeftOut];
  for (const detail of details) {
    const name = nameOf(detail, isOut, reversal);
    const line = [name, remittanceLines(detail).join(' ')].filter(Boolean).join(': ') + amountOf(detail);
    if (line === '') continue;
    if (name !== undefined) names.push(name);
    chars += line.length + 1;
    if (chars > TEXT_CHARS_MAX) left += 1;
    else lines.push(line);
  }
  if (left > 0) lines.push(`and ${left} more payments`);
  return { names: namesText([...new Set(names)]), lines: fieldText(lines.join('\n')) };
}

function namesText(names: readonly string[]): string | undefined {
  const more = names.length - NAMES_MAX;
  const shown = names.slice(0, NAMES_MAX).map((name) => name.slice(0, NAME_CHARS_MAX));
  return fieldText(shown.join(', ') + (more > 0 ? ` and ${more} more` : ''));
}

function nameOf(detail: CamtValues, isOut: boolean, reversal: boolean): string | undefined {
  const { creditor, debtor } = partiesOf(detail, reversal);
  return isOut ? creditor?.name : debtor?.name;
}

function amountOf(detail: CamtValues): string {
  const path = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'].find(
    (candidate) => detail.text(candidate) !== undefined,
  );
  if (path === undefined) return '';
  const amount = fieldText(detail.text(path));
  return amount === undefined ? '' : ` (${[amount, detail.currency(path)].filter(Boolean).join(' ')})`;
}
