import { holderOf, TransactionDocument } from '@tributary/contracts';
import { Payment } from '@tributary/merchants';
import { otherParty } from '../../../providers/mapping/mapped-fields';

const TEXT_CHARS_MAX = 280;
/** Payments by card and direct debits, in ISO 20022. */
const BY_MERCHANTS = /^PMNT-(CCRD|MCRD|RDDT|MDDT)/;

/**
 * The parts of a transaction that say who is on its other side.
 * @param country of the account, if its configuration names one
 */
export function paymentOf(document: TransactionDocument, country: string | null): Payment {
  const party = otherParty(document);
  const { remittance_information: remittance, additional_information: additional, codes } = document;
  const mcc = codes?.merchant_category_code ?? '';
  const text = [remittance?.unstructured ?? remittance?.unstructured_array, additional]
    .flatMap((one) => one?.slice(0, TEXT_CHARS_MAX) ?? [])
    .join(' ');
  return {
    party: party?.name ?? (text === '' ? (document.mapped_fields.payee ?? '') : ''),
    hasAccount: party?.iban !== undefined || party?.bban !== undefined,
    isByMerchant:
      mcc !== '' ||
      document.creditor?.id !== undefined ||
      BY_MERCHANTS.test(codes?.bank_transaction_code ?? ''),
    text,
    mcc,
    country: country ?? countryOf(document),
  };
}

/** Currencies of one country: where the account is, unless its number says otherwise. */
const COUNTRIES: Readonly<Record<string, string>> = {
  GBP: 'GB',
  SEK: 'SE',
  DKK: 'DK',
  NOK: 'NO',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  RON: 'RO',
  BGN: 'BG',
  CHF: 'CH',
  ISK: 'IS',
  TRY: 'TR',
  UAH: 'UA',
  CAD: 'CA',
  AUD: 'AU',
  NZD: 'NZ',
  JPY: 'JP',
  BRL: 'BR',
  MXN: 'MX',
  INR: 'IN',
};

/** The country of a transaction's account, by its number or its currency; null where neither says it, as for the euro. */
function countryOf(document: TransactionDocument): string | null {
  const own = document[holderOf(document)];
  const byNumber = /^[A-Z]{2}(?=\d{2})/.exec(own?.iban ?? '')?.[0];
  return byNumber ?? COUNTRIES[document.currency] ?? null;
}
