import type { FileImport } from '../documents/accounts/file-import.document';
import {
  HOLDER_MEMBERS,
  holderOf,
  leavesOut,
  PARTIES,
  Redaction,
  SENSITIVE_ACCOUNT_MEMBERS,
  SENSITIVE_FILE_ACCOUNT_MEMBERS,
  SENSITIVE_PARTY_MEMBERS,
} from './sensitive-fields';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a transaction without hidden members, and without the internal member that names the holder. */
export function redactTransaction(transaction: Fields, redaction: Redaction): Fields {
  const shown = redaction === 'none' ? transaction : redactMembers(transaction, redaction);
  return 'holder' in shown ? without(shown, ['holder']) : shown;
}

/**
 * A document without what a person without `sensitive:read` may not see, for further processing: it still has the
 * holder.
 */
export function withoutSensitiveFields<Document extends object>(document: Document): Document {
  return redactMembers(document as Fields, 'sensitive') as Document;
}

/** The account without hidden members: they are absent; `meta`, which is required, is empty. */
export function redactAccount(account: Fields, redaction: Redaction): Fields {
  if (redaction === 'none') return account;
  const hidden = Object.keys(SENSITIVE_ACCOUNT_MEMBERS).filter((member) =>
    leavesOut(redaction, SENSITIVE_ACCOUNT_MEMBERS[member] ?? 'sensitive'),
  );
  return {
    ...without(account, hidden),
    ...(hidden.includes('meta') && 'meta' in account ? { meta: '' } : {}),
  };
}

/** The import of a file: hidden members of its accounts are null, and no rows of the file are shown. */
export function redactFileImport(
  document: FileImport['document'],
  redaction: Redaction,
): FileImport['document'] {
  if (redaction === 'none') return document;
  const hidden = Object.entries(SENSITIVE_FILE_ACCOUNT_MEMBERS).flatMap(([member, level]) =>
    leavesOut(redaction, level) ? [[member, null] as const] : [],
  );
  const accounts = document.accounts.map((account) => ({ ...account, ...Object.fromEntries(hidden) }));
  return { ...document, csv_sample: [], accounts };
}

/** A row of a bank that could not be read: its text may have any number or name, so only `none` shows it. */
export function redactUnreadRow<Row extends { readonly row: string }>(
  row: Row,
  redaction: Redaction,
): Omit<Row, 'row'> & { readonly row: string | null } {
  return redaction === 'none' ? row : { ...row, row: null };
}

function redactMembers(transaction: Fields, redaction: Redaction): Fields {
  const copy: Record<string, unknown> = { ...transaction };
  const numbers = Object.keys(SENSITIVE_PARTY_MEMBERS).filter((member) =>
    leavesOut(redaction, SENSITIVE_PARTY_MEMBERS[member] ?? 'sensitive'),
  );
  for (const party of PARTIES) reduce(copy, party, numbers);
  if (leavesOut(redaction, 'identifiers')) delete copy['external_identifiers'];
  if (leavesOut(redaction, 'sensitive')) {
    const holder = holderOf(transaction);
    reduce(copy, holder, HOLDER_MEMBERS);
    delete copy[`ultimate_${holder}`];
  }
  return copy;
}

/** Removes the hidden members of an object, and the object if it has no others. */
function reduce(fields: Record<string, unknown>, name: string, hidden: readonly string[]): void {
  const members = fields[name];
  if (typeof members !== 'object' || members === null) return;
  const kept = without(members as Fields, hidden);
  if (Object.keys(kept).length > 0) fields[name] = kept;
  else delete fields[name];
}

function without(fields: Fields, names: readonly string[]): Fields {
  const kept: Record<string, unknown> = { ...fields };
  for (const name of names) delete kept[name];
  return kept;
}
