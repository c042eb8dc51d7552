import {
  Caller,
  CommandPayload,
  CommandResult,
  FileImportEntry,
  ListFileImportEntries,
  withoutSensitiveFields,
} from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { otherParty, UnmappedDocument } from '../providers/mapping/mapped-fields';
import { NO_CURRENCY } from './formats/statement';
import { FileEntry } from './reading/file-reading';
import { countEntries, EntryRow, readEntries } from './import-files.store';
import { findImport } from './stored-imports';

const TEXT_LENGTH_MAX = 300;

/**
 * Returns a page of a preview, in the order of the file.
 * @throws Problem (not_found)
 */
export async function listEntries(
  database: Queryable,
  caller: Caller,
  { importId, page, size, kinds }: CommandPayload<typeof ListFileImportEntries>,
): Promise<CommandResult<typeof ListFileImportEntries>> {
  const { accounts } = await findImport(database, caller, importId);
  const total = await countEntries(database, importId, kinds);
  const rows = await readEntries(database, importId, kinds, { page, size });
  return {
    total,
    entries: rows.map((row) => toEntry(row, accounts[row.account]?.key ?? null)),
  };
}

function toEntry({ kind, day, line, reason, entry }: EntryRow, key: string | null): FileImportEntry {
  return {
    kind,
    line: Math.max(1, line),
    account_key: entry ? key : null,
    date: entry ? day : null,
    ...(entry ? movementOf(entry) : NO_MOVEMENT),
    reason,
  };
}

type Movement = Pick<FileImportEntry, 'amount' | 'currency' | 'counterparty' | 'description'>;
const NO_MOVEMENT: Movement = { amount: null, currency: null, counterparty: null, description: null };

interface Stored extends Pick<
  UnmappedDocument,
  'creditor' | 'debtor' | 'remittance_information' | 'additional_information'
> {
  readonly amount?: string;
  readonly currency?: string;
}

/** Returns the members that everyone who sees the transaction may see. A preview does not show the account's holder. */
function movementOf(entry: FileEntry): Movement {
  const document: Stored = withoutSensitiveFields(entry.document);
  const { amount = null, currency = null, remittance_information: remittance } = document;
  return {
    amount,
    currency: currency === NO_CURRENCY ? null : currency,
    counterparty: short(otherParty(document)?.name),
    description: short(remittance?.unstructured ?? document.additional_information),
  };
}

function short(text: string | undefined): string | null {
  return text === undefined ? null : text.slice(0, TEXT_LENGTH_MAX);
}
