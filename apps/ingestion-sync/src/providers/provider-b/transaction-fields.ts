import {
  absoluteDecimal,
  Decimal,
  isDecimal,
  isOutflow,
  negateDecimal,
  parseDecimal,
  withMinorDigits,
} from '@tributary/money';
import { boundedText } from '../mapping/document-limits';
import {
  currencyOf,
  dateOf,
  isJson,
  Json,
  textOf,
  textOrJson,
  textOrNumber,
  unlessEmpty,
} from '../mapping/json-fields';
import { ProviderTransaction } from '../provider.port';
import { RowRefused } from '../read-rows';
import { statedDay, statedMoney } from '../mapping/row-fields';
import { accountNumbers } from './fields';

type Document = ProviderTransaction['document'];

/** Schemes of reference numbers that payers quote; see `reference_number_schema`. */
const CREDITOR_REFERENCES = ['BERF', 'FIRF', 'INTL', 'NORF', 'SEBG'];
const MANDATE = 'SDDM';
/** Text that one institution writes for a card payment without another party. */
const NO_PARTY = /^CARD-\d+$/;

/**
 * Maps one row of a page with each documented field; returns null for rows that never took effect (scheduled,
 * cancelled, rejected). Amount, direction and status are required, and the day of a booked row.
 * @throws RowRefused
 */
export function fromProvider(row: unknown, accountCurrency: string | null): ProviderTransaction | null {
  if (!isJson(row)) throw new RowRefused('the row is not an object');
  const status = textOf(row.status)?.toUpperCase();
  if (status !== undefined && NEVER_TOOK_EFFECT.has(status)) return null;
  const bookingDate = statedDay(row.booking_date, 'booking_date');
  const booked = isBooked(status, bookingDate);
  const money = moneyOf(row, accountCurrency);
  const purchaseDate = dateOf(row.transaction_date);
  const document: Document = {
    amount: money.amount,
    currency: money.currency,
    booked,
    booking_date: bookingDate,
    booking_datetime: '',
    // A pending entry often has only the day of the purchase.
    value_date: dateOf(row.value_date) ?? (bookingDate === null ? purchaseDate : null),
    value_datetime: '',
    debtor: partyOf(row, 'debtor'),
    creditor: partyOf(row, 'creditor'),
    remittance_information: remittanceOf(row),
    additional_data_structured:
      bookingDate === null || purchaseDate === null || purchaseDate === bookingDate
        ? undefined
        : textOrJson({ purchase_date: purchaseDate }),
    additional_information: textOf(row.note),
    balance_after_transaction: balanceAfter(row.balance_after_transaction, money.currency),
    codes: codesOf(row),
    currency_exchange: exchangeOf(row.exchange_rate, money.currency),
    external_identifiers: identifiersOf(row),
  };
  return {
    booked,
    document,
    // `transaction_id` differs in each session. Some institutions give a pending entry the reference under which it is
    // later booked: both are then the same entry.
    strongId: textOf(row.entry_reference) ?? null,
    // A payer quotes the same reference number every month, so it identifies nothing.
    weakId: null,
    pendingStrongId: null,
    rawJson: JSON.stringify(row),
  };
}

/** Scheduled, cancelled, rejected. */
const NEVER_TOOK_EFFECT: ReadonlySet<string> = new Set(['SCHD', 'CNCL', 'RJCT']);

/** Returns whether the row is booked. A row without a status is booked if it has a booking date. */
function isBooked(status: string | undefined, bookingDate: string | null): boolean {
  switch (status) {
    case 'BOOK':
      return true;
    case 'PDNG':
    case 'HOLD':
      return false;
    case undefined:
      if (bookingDate !== null) return true;
      throw new RowRefused('status is missing, and no booking_date implies it');
    default:
      throw new RowRefused('status says neither booked nor pending');
  }
}

/**
 * Returns the signed amount. Amounts are unsigned; if an institution sends a sign nevertheless, the indicator decides.
 */
function moneyOf(row: Json, accountCurrency: string | null): { amount: string; currency: string } {
  const { amount, currency } = statedMoney(row.transaction_amount, accountCurrency, 'transaction_amount');
  const size = withMinorDigits(absoluteDecimal(amount), currency);
  return { amount: isDebit(row, amount) ? negateDecimal(size) : size, currency };
}

function isDebit({ credit_debit_indicator: indicator }: Json, amount: Decimal): boolean {
  switch (textOf(indicator)?.toUpperCase()) {
    case 'DBIT':
      return true;
    case 'CRDT':
      return false;
    case undefined:
      if (isOutflow(amount)) return true;
      throw new RowRefused('credit_debit_indicator is missing');
    default:
      throw new RowRefused('credit_debit_indicator is neither CRDT nor DBIT');
  }
}

function partyOf(row: Json, side: 'creditor' | 'debtor'): Document['creditor'] {
  const party = row[side];
  const name = isJson(party) ? textOf(party.name) : undefined;
  const numbers = accountNumbers(row[`${side}_account`], row[`${side}_account_additional_identification`]);
  return unlessEmpty({
    name: name !== undefined && NO_PARTY.test(name) ? undefined : name,
    bban: numbers.bban,
    iban: numbers.iban,
    pan: numbers.pan,
    masked_pan: numbers.maskedPan,
    agent: agentOf(row[`${side}_agent`]),
  });
}

function agentOf(agent: unknown): string | undefined {
  if (!isJson(agent)) return undefined;
  const { clearing_system_member_id: member } = agent;
  return (
    textOf(agent.bic_fi) ?? textOf(agent.name) ?? (isJson(member) ? textOf(member.member_id) : undefined)
  );
}

function remittanceOf(row: Json): Document['remittance_information'] {
  const given: unknown = row.remittance_information;
  const lines = (Array.isArray(given) ? (given as unknown[]) : [given]).flatMap((line) => textOf(line) ?? []);
  const isReference = CREDITOR_REFERENCES.includes(textOf(row.reference_number_schema) ?? '');
  return unlessEmpty({
    structured: isReference ? textOf(row.reference_number) : undefined,
    unstructured: lines.length === 0 ? undefined : boundedText(lines.join('\n')),
    unstructured_array: lines.length > 1 ? textOrJson(lines) : undefined,
  });
}

function codesOf(row: Json): Document['codes'] {
  const code = isJson(row.bank_transaction_code) ? row.bank_transaction_code : {};
  const parts = [textOf(code.code), textOf(code.sub_code)].filter((part) => part !== undefined);
  return unlessEmpty({
    bank_transaction_code: parts.length === 0 ? undefined : boundedText(parts.join('-')),
    merchant_category_code: textOrNumber(row.merchant_category_code),
    proprietary_bank_transaction_code: textOf(code.description),
  });
}

function exchangeOf(exchange: unknown, currency: string): Document['currency_exchange'] {
  if (!isJson(exchange)) return undefined;
  const { instructed_amount: instructed } = exchange;
  const source = isJson(instructed) ? currencyOf(instructed.currency) : undefined;
  return unlessEmpty({
    source_currency: source,
    exchange_rate: textOrNumber(exchange.exchange_rate),
    unit_currency: currencyOf(exchange.unit_currency),
    target_currency: source === undefined ? undefined : currency,
    contract_identification: textOf(exchange.contract_identification),
  });
}

function identifiersOf(row: Json): Document['external_identifiers'] {
  const reference = textOf(row.reference_number);
  return unlessEmpty({
    institution_transaction_id: reference,
    integrator_transaction_id: textOf(row.entry_reference),
    entry_reference: textOf(row.entry_reference),
    mandate_id: textOf(row.reference_number_schema) === MANDATE ? reference : undefined,
  });
}

function balanceAfter(value: unknown, currency: string): string | undefined {
  if (!isJson(value) || !isDecimal(value.amount)) return undefined;
  return withMinorDigits(parseDecimal(value.amount), currencyOf(value.currency) ?? currency);
}
