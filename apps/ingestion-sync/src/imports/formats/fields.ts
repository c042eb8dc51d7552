import { textOf, unlessEmpty } from '../../providers/mapping/json-fields';
import { STATEMENT_LIMITS } from './limits';
import { StatementEntry } from './statement';
import { EntryUnreadable } from './statement-problem';

export type StatementDocument = StatementEntry['document'];

// eslint-disable-next-line no-control-regex -- these are what a text must not have: Postgres stores no NUL
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu;

/**
 * Returns a field's text without control characters and surrounding blanks; undefined if it is empty.
 * @throws EntryUnreadable
 */
export function fieldText(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (value.length > STATEMENT_LIMITS.fieldChars) throw new EntryUnreadable('A field is too long.');
  return textOf(value.replace(CONTROL, ' '));
}

/** Joins the texts, one per line; undefined if all are empty. */
export function joined(texts: readonly (string | undefined)[], between = '\n'): string | undefined {
  const filled = texts.flatMap((text) => fieldText(text) ?? []);
  return filled.length === 0 ? undefined : filled.join(between);
}

/** The other party, as far as a file names it. */
export interface Counterparty {
  readonly name?: string | undefined;
  /** An IBAN or any other number. */
  readonly account?: string | undefined;
  readonly agent?: string | undefined;
  /** The creditor identifier of a direct debit. */
  readonly creditorId?: string | undefined;
}

/** Returns the other party's fields: the payee of an outgoing movement, the payer of an incoming one. */
export function counterpartyFields(
  outflow: boolean,
  other: Counterparty,
): Pick<StatementDocument, 'creditor' | 'debtor'> {
  const account = fieldText(other.account);
  const iban = account === undefined ? undefined : ibanOf(account);
  const party = {
    name: fieldText(other.name),
    bban: iban === undefined ? account : undefined,
    iban,
    agent: fieldText(other.agent),
  };
  return outflow
    ? { creditor: unlessEmpty({ ...party, id: fieldText(other.creditorId) }), debtor: undefined }
    : { debtor: unlessEmpty(party), creditor: undefined };
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;

/** Returns the IBAN without blanks, if the text has the form and the check digits of one. */
export function ibanOf(text: string): string | undefined {
  if (text.length > 50) return undefined;
  const plain = text.replace(/[\s\u00a0]/g, '').toUpperCase();
  if (!IBAN.test(plain)) return undefined;
  let remainder = 0;
  for (const char of plain.slice(4) + plain.slice(0, 4)) {
    const value = parseInt(char, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1 ? plain : undefined;
}

/** Returns an id; null if it is empty or consists of zeros. */
export function idOf(value: string | undefined): string | null {
  const text = fieldText(value);
  return text === undefined || /^0*$/.test(text) || /^(NONREF|NOTPROVIDED)$/i.test(text) ? null : text;
}
