import { TransactionDocument } from '@tributary/contracts';
import { isDecimal, parseDecimal, withMinorDigits } from '@tributary/money';
import { ProviderTransaction } from '../provider.port';
import { RowRefused } from '../read-rows';
import { statedDay, statedMoney } from '../mapping/row-fields';
import {
  unlessEmpty,
  currencyOf,
  dateOf,
  isJson,
  Json,
  textOf,
  textOrJson,
  textOrNumber,
} from '../mapping/json-fields';

type Document = ProviderTransaction['document'];

/**
 * Maps one row with each documented field. The amount is required, and the day of a booked row.
 * @throws RowRefused
 */
export function fromProvider(
  row: unknown,
  booked: boolean,
  accountCurrency: string | null,
): ProviderTransaction {
  if (!isJson(row)) throw new RowRefused('the row is not an object');
  const stated = statedMoney(row.transactionAmount, accountCurrency, 'transactionAmount');
  const money = { ...stated, amount: withMinorDigits(stated.amount, stated.currency) };
  // A literal without a spread: an object that begins with a spread costs several times as much to fill.
  const document: Document = {
    amount: money.amount,
    currency: money.currency,
    booked,
    booking_date: statedDay(row.bookingDate, 'bookingDate'),
    booking_datetime: textOf(row.bookingDateTime) ?? '',
    value_date: dateOf(row.valueDate),
    value_datetime: textOf(row.valueDateTime) ?? '',
    debtor: partyOf(row.debtorName, row.debtorAccount, row.debtorAgent, undefined),
    creditor: partyOf(row.creditorName, row.creditorAccount, row.creditorAgent, row.creditorId),
    ultimate_debtor: textOf(row.ultimateDebtor),
    ultimate_creditor: textOf(row.ultimateCreditor),
    remittance_information: remittanceOf(row),
    additional_data_structured: textOrJson(row.additionalDataStructured),
    additional_information: textOf(row.additionalInformation),
    additional_information_structured: textOrJson(row.additionalInformationStructured),
    balance_after_transaction: balanceAfter(row.balanceAfterTransaction, money.currency),
    codes: codesOf(row),
    currency_exchange: exchangeOf(row.currencyExchange),
    external_identifiers: identifiersOf(row),
  };
  return {
    booked,
    document,
    // Pending entries have no stable id; the booked entry gets another one.
    strongId: booked ? (textOf(row.internalTransactionId) ?? null) : null,
    weakId: textOf(row.transactionId) ?? null,
    pendingStrongId: null,
    rawJson: JSON.stringify(row),
  };
}

function partyOf(name: unknown, given: unknown, agent: unknown, id: unknown): Document['creditor'] {
  if (name === undefined && given === undefined && agent === undefined && id === undefined) return undefined;
  const account = isJson(given) ? given : NO_ACCOUNT;
  return unlessEmpty({
    name: textOf(name),
    bban: textOf(account.bban),
    iban: textOf(account.iban),
    pan: textOf(account.pan),
    masked_pan: textOf(account.maskedPan),
    msisdn: textOf(account.msisdn),
    currency: currencyOf(account.currency),
    agent: textOf(agent),
    id: textOf(id),
  });
}

const NO_ACCOUNT: Json = {};

function remittanceOf(row: Json): Document['remittance_information'] {
  return unlessEmpty({
    structured: textOrJson(row.remittanceInformationStructured),
    structured_array: textOrJson(row.remittanceInformationStructuredArray),
    unstructured: textOf(row.remittanceInformationUnstructured),
    unstructured_array: textOrJson(row.remittanceInformationUnstructuredArray),
  });
}

function codesOf(row: Json): Document['codes'] {
  return unlessEmpty({
    bank_transaction_code: textOf(row.bankTransactionCode),
    merchant_category_code: textOrNumber(row.merchantCategoryCode),
    proprietary_bank_transaction_code: textOf(row.proprietaryBankTransactionCode),
    purpose_code: textOf(row.purposeCode),
  });
}

/** Handles an array, as documented, and an object, as some banks send. */
function exchangeOf(value: unknown): TransactionDocument['currency_exchange'] {
  if (value === undefined) return undefined;
  const candidates: unknown[] = Array.isArray(value) ? value : [value];
  for (const exchange of candidates.filter(isJson)) {
    const read = unlessEmpty({
      source_currency: currencyOf(exchange.sourceCurrency),
      exchange_rate: textOrNumber(exchange.exchangeRate),
      unit_currency: currencyOf(exchange.unitCurrency),
      target_currency: currencyOf(exchange.targetCurrency),
      quotation_date: textOf(exchange.quotationDate),
      contract_identification: textOf(exchange.contractIdentification),
    });
    if (read) return read;
  }
  return undefined;
}

function identifiersOf(row: Json): Document['external_identifiers'] {
  return unlessEmpty({
    institution_transaction_id: textOf(row.transactionId),
    integrator_transaction_id: textOf(row.internalTransactionId),
    end_to_end_id: textOf(row.endToEndId),
    entry_reference: textOf(row.entryReference),
    check_id: textOf(row.checkId),
    mandate_id: textOf(row.mandateId),
  });
}

/** Reads a plain amount or a balance object; other values remain in the raw row. */
function balanceAfter(value: unknown, currency: string): string | undefined {
  const money = isJson(value)
    ? isJson(value.balanceAmount)
      ? value.balanceAmount
      : value
    : { amount: value };
  if (!isDecimal(money.amount)) return undefined;
  return withMinorDigits(parseDecimal(money.amount), currencyOf(money.currency) ?? currency);
}
