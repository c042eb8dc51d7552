import {
  Caller,
  CommandPayload,
  CommandResult,
  FileEntryKind,
  FileImportEntry,
  ListFileImportEntries,
} from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { NO_CURRENCY } from '../formats/statement';
import { FileEntry } from '../reading/file-reading';
import { findImport } from '../stored-imports';

interface EntryRow {
  readonly kind: FileEntryKind;
  readonly account: number;
  readonly day: string;
  readonly line: number;
  readonly reason: string | null;
  readonly entry: FileEntry | null;
}

const TEXT_LENGTH_MAX = 300;

/** A page of a preview, in the order of the file. @throws Problem (not_found) */
export async function listEntries(
  database: Queryable,
  caller: Caller,
  { importId, page, size, kinds }: CommandPayload<typeof ListFileImportEntries>,
): Promise<CommandResult<typeof ListFileImportEntries>> {
  const { accounts } = await findImport(database, caller, importId);
  const condition = `import_id = $1 and ($2::text[] = '{}' or kind = any($2))`;
  const [total] = await database.query<{ count: number }>(
    `select count(*)::int as count from file_import_entries where ${condition}`,
    [importId, kinds],
  );
  const rows = await database.query<EntryRow>(
    `select kind, account, day, line, reason, entry from file_import_entries where ${condition}
      order by position limit $3 offset $4`,
    [importId, kinds, size, (page - 1) * size],
  );
  return {
    total: total?.count ?? 0,
    entries: rows.map((row) => toEntry(row, accounts[row.account]?.key ?? null)),
  };
}

interface Shown {
  readonly amount?: string;
  readonly currency?: string;
  readonly creditor?: { readonly name?: string };
  readonly debtor?: { readonly name?: string };
  readonly remittance_information?: { readonly unstructured?: string };
  readonly additional_information?: string;
}

function toEntry({ kind, day, line, reason, entry }: EntryRow, key: string | null): FileImportEntry {
  const document: Shown = entry?.document ?? {};
  const { amount = null, currency = null, creditor, debtor, remittance_information: remittance } = document;
  return {
    kind,
    line: Math.max(1, line),
    account_key: entry ? key : null,
    date: entry ? day : null,
    amount,
    currency: currency === NO_CURRENCY ? null : currency,
    counterparty: short(creditor?.name ?? debtor?.name),
    description: short(remittance?.unstructured ?? document.additional_information),
    reason,
  };
}

function short(text: string | undefined): string | null {
  return text === undefined ? null : text.slice(0, TEXT_LENGTH_MAX);
}
