import { Fields } from './fields';

/**
 * How much of an account's identity a payload may show.
 * none        – everything
 * identifiers – without account numbers: the endpoint asked to omit them
 * sensitive   – also without card and phone numbers, the holder's names and the bank's own references: the
 *               token may not read them
 */
export type Redaction = 'none' | 'identifiers' | 'sensitive';

/** The transaction without what must not be shown; emptied objects are left out. */
export function redactTransaction(transaction: Fields, redaction: Redaction): Fields {
  switch (redaction) {
    case 'none':
      return transaction;
    case 'identifiers':
      return withParties(transaction, PARTY_ACCOUNT_NUMBERS, PARTY_ACCOUNT_NUMBERS);
    case 'sensitive':
      return redactSensitive(transaction);
  }
}

/** The account without what must not be shown: those members are absent; `meta`, which is required, is null. */
export function redactAccount(account: Fields, redaction: Redaction): Fields {
  switch (redaction) {
    case 'none':
      return account;
    case 'identifiers':
      return without(account, ACCOUNT_NUMBERS);
    case 'sensitive':
      return { ...without(account, ACCOUNT_SENSITIVE), ...('meta' in account ? { meta: null } : {}) };
  }
}

const PARTY_ACCOUNT_NUMBERS = ['iban', 'bban'] as const;
const PARTY_NUMBERS = [...PARTY_ACCOUNT_NUMBERS, 'pan', 'masked_pan', 'msisdn'] as const;
const PARTY_IDENTITY = [...PARTY_NUMBERS, 'name'] as const;

const ACCOUNT_NUMBERS = ['iban', 'bban', 'scan', 'msisdn'] as const;
const ACCOUNT_SENSITIVE = [
  ...ACCOUNT_NUMBERS,
  'account_number_masked',
  'linked_accounts',
  'owner_name',
  'owner_address',
  'integrator_id',
  'institution_id',
] as const;

/** On an outflow the debtor is the account's holder, on an inflow the creditor is. */
function redactSensitive(transaction: Fields): Fields {
  const isOutflow = String(transaction['amount']).startsWith('-');
  return without(
    isOutflow
      ? withParties(transaction, PARTY_IDENTITY, PARTY_NUMBERS)
      : withParties(transaction, PARTY_NUMBERS, PARTY_IDENTITY),
    ['external_identifiers', isOutflow ? 'ultimate_debtor' : 'ultimate_creditor'],
  );
}

function withParties(transaction: Fields, debtor: readonly string[], creditor: readonly string[]): Fields {
  const copy: Record<string, unknown> = { ...transaction };
  reduce(copy, 'debtor', debtor);
  reduce(copy, 'creditor', creditor);
  return copy;
}

function reduce(fields: Record<string, unknown>, name: string, hidden: readonly string[]): void {
  const party = fields[name];
  if (typeof party !== 'object' || party === null) return;
  const kept = without(party as Fields, hidden);
  if (Object.keys(kept).length > 0) fields[name] = kept;
  else delete fields[name];
}

function without(fields: Fields, names: readonly string[]): Fields {
  const kept: Record<string, unknown> = { ...fields };
  for (const name of names) delete kept[name];
  return kept;
}
