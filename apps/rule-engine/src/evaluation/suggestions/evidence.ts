import { CategoryEvidence, otherPartyOf, TransactionDocument } from '@tributary/contracts';
import { isOutflow } from '@tributary/money';
import { plainText, wordsOf } from '../documents/words';

/** Longest payee or text that is read: banks send up to 140 characters, hostile servers millions. */
const TEXT_LENGTH_MAX = 300;
const ACCOUNT_LENGTH_MAX = 64;
const WORDS_MAX = 8;

/** The kinds that name the other party. */
export const PARTY_KINDS: ReadonlySet<CategoryEvidence> = new Set<CategoryEvidence>([
  'payee_amount',
  'payee_size',
  'payee',
  'account_amount',
  'account',
]);

/** A piece of evidence: transactions with the same key are alike in this respect. */
export interface Evidence {
  readonly kind: CategoryEvidence;
  readonly key: string;
}

/** The members of a transaction that its category is suggested by. */
export type Described = Pick<
  TransactionDocument,
  | 'amount'
  | 'holder'
  | 'mapped_fields'
  | 'creditor'
  | 'debtor'
  | 'codes'
  | 'remittance_information'
  | 'booking_date'
  | 'value_date'
>;

/**
 * The evidence of one transaction, the most specific first: at most 25 pieces. Keys contain the sign of the amount,
 * because a refund of a shop often has another category than a purchase there.
 */
export function evidenceOf(document: Described): Evidence[] {
  const pieces: Evidence[] = [];
  const sign = isOutflow(document.amount) ? '-' : '+';
  const add = (kind: CategoryEvidence, ...parts: string[]): void => {
    pieces.push({ kind, key: [kind, sign, ...parts].join('\u0000') });
  };
  const amount = withoutZeros(document.amount);
  const size = sizeOf(amount);
  const payee = plainText(document.mapped_fields.payee ?? '', TEXT_LENGTH_MAX);
  if (payee !== '') {
    add('payee_amount', payee, amount);
    add('payee_size', payee, size);
    add('payee', payee);
  }
  const party = document[otherPartyOf(document)];
  const account = (party?.iban ?? party?.bban ?? '').slice(0, ACCOUNT_LENGTH_MAX);
  if (account !== '') {
    add('account_amount', account, amount);
    add('account', account);
  }
  const text = `${document.mapped_fields.payee ?? ''} ${textOf(document)}`;
  const words = wordsOf(plainText(text, TEXT_LENGTH_MAX), WORDS_MAX);
  for (const [index, word] of words.slice(1).entries()) add('words', words[index] ?? '', word);
  for (const word of words) add('word', word);
  const code = document.codes?.merchant_category_code ?? '';
  if (code !== '') add('merchant_code', code);
  add('amount', amount);
  const day = (document.booking_date ?? document.value_date ?? '').slice(8, 10);
  if (day !== '') {
    add('amount_day', amount, day);
    add('size_day', size, day);
  }
  add('size', size);
  return pieces;
}

function textOf({ mapped_fields: mapped, remittance_information: remittance }: Described): string {
  return mapped.description ?? remittance?.unstructured ?? '';
}

function withoutZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** Largest first digit of the four sizes within a power of ten. */
const SIZE_ENDS = [1, 3, 6, 9] as const;

/** The magnitude of an amount: number of its digits before the point, and in which of four steps its first digit is. */
function sizeOf(amount: string): string {
  const digits = amount.replace('-', '');
  const whole = digits.split('.', 1)[0] ?? '';
  const first = Number(/[1-9]/.exec(digits)?.[0] ?? 0);
  const length = whole === '0' ? 0 : whole.length;
  return `${length}:${SIZE_ENDS.findIndex((end) => first <= end)}`;
}
