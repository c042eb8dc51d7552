import { AccountDocument, TransactionDocument } from '@tributary/contracts';

/**
 * How much of an account's identity a payload may show.
 * none        – everything
 * identifiers – without account numbers: the endpoint asked to omit them
 * sensitive   – also without card and phone numbers, the holder's names and the bank's own references: the
 *               endpoint was registered by a token that may not read them
 */
export type Redaction = 'none' | 'identifiers' | 'sensitive';

export function redactionOf(endpoint: {
  readonly omitSensitiveIdentifiers: boolean;
  readonly redactSensitive: boolean;
}): Redaction {
  if (endpoint.redactSensitive) return 'sensitive';
  return endpoint.omitSensitiveIdentifiers ? 'identifiers' : 'none';
}

type Party = NonNullable<TransactionDocument['debtor']>;

/** The transaction without what must not be shown; emptied objects are left out. */
export function redactTransaction(document: TransactionDocument, redaction: Redaction): TransactionDocument {
  switch (redaction) {
    case 'none':
      return document;
    case 'identifiers':
      return {
        ...document,
        debtor: without(document.debtor, PARTY_ACCOUNT_NUMBERS),
        creditor: without(document.creditor, PARTY_ACCOUNT_NUMBERS),
      };
    case 'sensitive':
      return redactSensitive(document);
  }
}

/** The account without what must not be shown: those members are absent, not null. */
export function redactAccount(document: AccountDocument, redaction: Redaction): Partial<AccountDocument> {
  switch (redaction) {
    case 'none':
      return document;
    case 'identifiers':
      return without(document, ACCOUNT_NUMBERS) ?? {};
    case 'sensitive':
      return without(document, ACCOUNT_SENSITIVE) ?? {};
  }
}

const PARTY_ACCOUNT_NUMBERS: readonly (keyof Party)[] = ['iban', 'bban'];
const PARTY_NUMBERS: readonly (keyof Party)[] = [...PARTY_ACCOUNT_NUMBERS, 'pan', 'masked_pan', 'msisdn'];
const PARTY_IDENTITY: readonly (keyof Party)[] = [...PARTY_NUMBERS, 'name'];

const ACCOUNT_NUMBERS: readonly (keyof AccountDocument)[] = ['iban', 'bban', 'scan', 'msisdn'];
const ACCOUNT_SENSITIVE: readonly (keyof AccountDocument)[] = [
  ...ACCOUNT_NUMBERS,
  'account_number_masked',
  'linked_accounts',
  'owner_name',
  'owner_address',
  'integrator_id',
  'institution_id',
  'meta', // opaque: nobody can say what a provider puts there
];

/** On an outflow the debtor is the account's holder, on an inflow the creditor is. */
function redactSensitive(document: TransactionDocument): TransactionDocument {
  const { external_identifiers: _, ultimate_debtor, ultimate_creditor, ...rest } = document;
  const isOutflow = document.amount.startsWith('-');
  return {
    ...rest,
    debtor: without(document.debtor, isOutflow ? PARTY_IDENTITY : PARTY_NUMBERS),
    creditor: without(document.creditor, isOutflow ? PARTY_NUMBERS : PARTY_IDENTITY),
    ...(isOutflow ? { ultimate_creditor } : { ultimate_debtor }),
  };
}

function without<T extends object>(value: T | undefined, keys: readonly (keyof T)[]): T | undefined {
  if (!value) return undefined;
  const kept = { ...value };
  for (const key of keys) delete kept[key];
  return Object.keys(kept).length === 0 ? undefined : kept;
}
