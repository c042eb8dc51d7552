import type { FileImportAccount } from '../documents/accounts/file-import.document';
import type { RuleAction, RuleCondition } from '../documents/rule.documents';

/**
 * Levels of hiding data of the account holder; each level includes those before it.
 * none – nothing
 * account_numbers – IBAN and BBAN: a webhook endpoint omits them
 * identifiers – also card and phone numbers and the bank's own references: a REST client omits them
 * sensitive – also the holder's names: the token, or the author of a rule, may not read them
 */
export const REDACTIONS = ['none', 'account_numbers', 'identifiers', 'sensitive'] as const;
export type Redaction = (typeof REDACTIONS)[number];

/** The sensitive members of a debtor or creditor, with the level that hides each. */
export const SENSITIVE_PARTY_MEMBERS: Readonly<Record<string, Redaction>> = {
  iban: 'account_numbers',
  bban: 'account_numbers',
  pan: 'identifiers',
  masked_pan: 'identifiers',
  msisdn: 'identifiers',
};

/** The sensitive members of the account's holder. The names of the other party are never hidden. */
export const HOLDER_MEMBERS = ['name', 'id'] as const;

/**
 * The sensitive members of an account, with the level that hides each. `meta` contains values that only the provider
 * knows, which may be numbers and names.
 */
export const SENSITIVE_ACCOUNT_MEMBERS: Readonly<Record<string, Redaction>> = {
  iban: 'account_numbers',
  bban: 'account_numbers',
  scan: 'account_numbers',
  msisdn: 'account_numbers',
  account_number_masked: 'identifiers',
  linked_accounts: 'identifiers',
  owner_name: 'identifiers',
  owner_address: 'identifiers',
  integrator_id: 'identifiers',
  institution_id: 'identifiers',
  meta: 'identifiers',
};

/**
 * The sensitive members of an account that a file names, with the level that hides each. Banks often name an account
 * after its holder.
 */
export const SENSITIVE_FILE_ACCOUNT_MEMBERS = {
  iban: 'account_numbers',
  number: 'account_numbers',
  name: 'identifiers',
  suggested_name: 'identifiers',
} as const satisfies Partial<Record<keyof FileImportAccount, Redaction>>;

export const PARTIES = ['debtor', 'creditor'] as const;
export type Party = (typeof PARTIES)[number];

/** Whether the redaction hides the members of that level. */
export function leavesOut(redaction: Redaction, from: Redaction): boolean {
  return REDACTIONS.indexOf(redaction) >= REDACTIONS.indexOf(from);
}

/**
 * The party that owns the account: the debtor of an outflow, the creditor of an inflow, by the bank's amount. If the
 * sign of the amount was changed, the document has the original party in `holder`.
 */
export function holderOf(document: { readonly amount?: unknown; readonly holder?: unknown }): Party {
  if (document.holder === 'debtor' || document.holder === 'creditor') return document.holder;
  return String(document.amount).startsWith('-') ? 'debtor' : 'creditor';
}

/** The party on the other side of the account: the creditor of an outflow, the debtor of an inflow, by the bank's amount. */
export function otherPartyOf(document: Parameters<typeof holderOf>[0]): Party {
  return holderOf(document) === 'debtor' ? 'creditor' : 'debtor';
}

/** Paths that identify an account, in the notation of rules and mappings. The holder's names are in `HOLDER_PATHS`. */
const IDENTIFIER_PATHS: readonly string[] = [
  ...['debtor', 'creditor', 'counterparty'].flatMap((party) =>
    Object.keys(SENSITIVE_PARTY_MEMBERS).map((member) => `${party}.${member}`),
  ),
  'external_identifiers',
  ...Object.keys(SENSITIVE_ACCOUNT_MEMBERS).map((member) => `financial_account.${member}`),
];

/** A path whose text may be the holder's name. */
export type HolderPath = `${Party}.${(typeof HOLDER_MEMBERS)[number]}` | `ultimate_${Party}`;

const HOLDER_PATHS: readonly string[] = PARTIES.flatMap((party): HolderPath[] => [
  ...HOLDER_MEMBERS.map((member) => `${party}.${member}` as const),
  `ultimate_${party}`,
]);

/** Whether the path is an account identifier, is inside one, or (`creditor` alone, in a template) contains one. */
export function readsIdentifier(path: string): boolean {
  return IDENTIFIER_PATHS.some(
    (one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`),
  );
}

/** Whether the field's value identifies an account, or may be the holder's name. */
export function mayIdentifyHolder(fieldName: string): boolean {
  return readsIdentifier(fieldName) || HOLDER_PATHS.includes(fieldName);
}

/**
 * Whether a condition's value is hidden from readers without sensitive fields, in a rule whose author may read them.
 */
export function hidesCondition(condition: Pick<RuleCondition, 'field_name' | 'transaction_type'>): boolean {
  const { field_name: field, transaction_type: type } = condition;
  const isOtherParty =
    (type === 'DEBIT' && field === 'creditor.name') || (type === 'CREDIT' && field === 'debtor.name');
  return mayIdentifyHolder(field) && !isOtherParty;
}

/**
 * Whether an action's field and value are hidden from readers without sensitive fields. A template may contain an
 * identifier that it searches for.
 */
export function hidesAction({ field_name, value }: Pick<RuleAction, 'field_name' | 'value'>): boolean {
  return (field_name !== null && mayIdentifyHolder(field_name)) || /\{\{|\{%/.test(value ?? '');
}
