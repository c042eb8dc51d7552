import {
  EXTERNAL_IDENTIFIERS,
  HOLDER_MEMBERS,
  PARTIES,
  Party,
  SENSITIVE_ACCOUNT_MEMBERS,
  SENSITIVE_PARTY_MEMBERS,
  TransactionDocument,
} from '@tributary/contracts';

const MARKS = /ZQ\.[\w.]+?\.QZ/gi;

/** Returns a text that is in one sensitive field of one resource, and nowhere else; banks store it unchanged. */
export const markOf = (thing: string, path: string): string => `ZQ.${thing}.${path}.QZ`.toUpperCase();

/** Returns the marks in a text, each once. */
export function marksIn(text: string): string[] {
  return [...new Set(text.match(MARKS)?.map((mark) => mark.toUpperCase()))].sort();
}

type IdentifierPath = `external_identifiers.${(typeof EXTERNAL_IDENTIFIERS)[number]}`;

/**
 * The bank's fields of a transaction, without those of its parties' accounts. An identifier without an entry does not
 * compile; null means that this bank (of provider A) does not have it. The gateway's `marked-values.int` checks the
 * marks of those.
 */
const WIRE: Readonly<Record<string, string | null>> & Readonly<Record<IdentifierPath, string | null>> = {
  'debtor.name': 'debtorName',
  'creditor.name': 'creditorName',
  'creditor.id': 'creditorId',
  ultimate_debtor: 'ultimateDebtor',
  ultimate_creditor: 'ultimateCreditor',
  'external_identifiers.institution_transaction_id': 'transactionId',
  'external_identifiers.integrator_transaction_id': 'internalTransactionId',
  'external_identifiers.end_to_end_id': 'endToEndId',
  'external_identifiers.entry_reference': 'entryReference',
  'external_identifiers.check_id': 'checkId',
  'external_identifiers.mandate_id': 'mandateId',
};

/** The bank's sensitive fields of an account; `accountMarks` has the others. */
const ACCOUNT_WIRE: Readonly<Record<string, string>> = {
  iban: 'iban',
  bban: 'bban',
  scan: 'scan',
  msisdn: 'msisdn',
  account_number_masked: 'maskedPan',
  linked_accounts: 'linkedAccounts',
  owner_name: 'ownerName',
  owner_address: 'ownerAddressUnstructured',
};

/** Only brokers have it. */
const OTHERWISE_GIVEN = ['meta'];
/** The bank's own account id cannot be chosen, and the other one is not set yet; the gateway's suite marks both. */
const UNMARKED = ['integrator_id', 'institution_id'];

/** Returns every sensitive path of a transaction whose account this party holds, from the declaration. */
export function sensitivePaths(holder: Party): string[] {
  const paths = [
    ...PARTIES.flatMap((party) => Object.keys(SENSITIVE_PARTY_MEMBERS).map((member) => `${party}.${member}`)),
    ...HOLDER_MEMBERS.map((member) => `${holder}.${member}`),
    `ultimate_${holder}`,
    ...EXTERNAL_IDENTIFIERS.map((member) => `external_identifiers.${member}`),
  ];
  return paths.filter((path) => {
    const [root = '', member] = path.split('.');
    return member === undefined || membersOf(root).includes(member);
  });
}

function membersOf(root: string): string[] {
  const schema = (TransactionDocument.properties as Readonly<Record<string, { properties?: object }>>)[root];
  return Object.keys(schema?.properties ?? {});
}

/** Returns the sensitive paths that the bank of this system has. */
export function givenPaths(holder: Party): string[] {
  return sensitivePaths(holder).filter((path) => WIRE[path] !== null);
}

/** Returns a row of the bank with a mark in every sensitive field. */
export function markedRow(thing: string, holder: Party, title: string, date: string) {
  const row: Record<string, unknown> = {};
  for (const path of givenPaths(holder)) {
    const [party = '', member = ''] = path.split('.');
    const name = WIRE[path];
    if (typeof name === 'string') row[name] = markOf(thing, path);
    else if (Object.hasOwn(SENSITIVE_PARTY_MEMBERS, member)) {
      const account = row[`${party}Account`] ?? {};
      row[`${party}Account`] = { ...account, [camelCase(member)]: markOf(thing, path) };
    } else throw new Error(`say in WIRE how the bank writes ${path}`);
  }
  const other = holder === 'debtor' ? 'creditorName' : 'debtorName';
  const amount = holder === 'debtor' ? '-12.40' : '12.40';
  return {
    ...row,
    [other]: 'Other party',
    transactionId: markOf(thing, 'external_identifiers.institution_transaction_id'),
    bookingDate: date,
    transactionAmount: { amount, currency: 'CZK' },
    remittanceInformationUnstructured: title,
  };
}

/** Returns the bank's response about an account, with a mark in every sensitive field that the bank sets. */
export function markedDetails(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ACCOUNT_WIRE).map(([member, name]) => [name, markOf('account', member)]),
  );
}

/**
 * Returns the marks of an account.
 * @throws Error if a declared member has none
 */
export function accountMarks(): string[] {
  const members = Object.keys(SENSITIVE_ACCOUNT_MEMBERS);
  const unknown = members.filter(
    (one) => !(one in ACCOUNT_WIRE) && ![...OTHERWISE_GIVEN, ...UNMARKED].includes(one),
  );
  if (unknown.length > 0) throw new Error(`say how a provider writes ${unknown.join(', ')}`);
  return [...Object.keys(ACCOUNT_WIRE), ...OTHERWISE_GIVEN].map((member) => markOf('account', member));
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
