/** What identifies an account or a transaction outside Tributary; the interface names these. */
export const SENSITIVE_TRANSACTION_PATHS = [
  'debtor.iban',
  'debtor.bban',
  'debtor.pan',
  'debtor.masked_pan',
  'debtor.msisdn',
  'creditor.iban',
  'creditor.bban',
  'creditor.pan',
  'creditor.masked_pan',
  'creditor.msisdn',
  'external_identifiers.institution_transaction_id',
  'external_identifiers.integrator_transaction_id',
  'external_identifiers.end_to_end_id',
  'external_identifiers.entry_reference',
  'external_identifiers.check_id',
  'external_identifiers.mandate_id',
] as const;

/** `meta` holds whatever the provider says beside, so numbers and names too. */
export const SENSITIVE_ACCOUNT_PATHS = [
  'account_number_masked',
  'bban',
  'scan',
  'iban',
  'owner_name',
  'owner_address',
  'linked_accounts',
  'msisdn',
  'integrator_id',
  'institution_id',
] as const;

/** Required members cannot be left out: they are emptied. */
export const SENSITIVE_REQUIRED_ACCOUNT_PATHS = ['meta'] as const;
