import { Tx } from '@tributary/persistence';
import { Listing, ListingSource } from '../matching/listings';
import { EARLIER_FORM, fileSource, FileSourceRow } from '../matching/file-source';
import { StoredTransaction } from '../stored-transaction';
import { ListedAs, readSources } from '../saved-transactions.store';

/** The sources that list rows of an account. */
export interface AccountSources {
  readonly files: ReadonlyMap<number, ListingSource>;
  readonly connection: ListingSource;
}

interface AccountToLoad {
  readonly id: number;
  readonly userId: number;
}

/** Loads the applied files of accounts, and the last days of their connections. */
export async function loadSources(
  tx: Tx,
  accounts: readonly AccountToLoad[],
): Promise<Map<number, AccountSources>> {
  if (accounts.length === 0) return new Map();
  const rows = await readSources(
    tx,
    accounts.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, last_day, files }) => [id, sourcesOf(last_day, files ?? [])]));
}

function sourcesOf(lastDay: string | null, files: readonly FileSourceRow[]): AccountSources {
  return {
    files: new Map(files.map((file) => [file.importId, fileSource(file)])),
    connection: connectionSource(lastDay ?? BEGINNING),
  };
}

const CONNECTION = 'CONNECTION';
/** Earlier than any day that a bank lists. */
const BEGINNING = '0001-01-01';

/** A connection lists whole days; the last day may have been incomplete at its last sync. */
export function connectionSource(lastDay: string): ListingSource {
  return {
    importId: null,
    kind: CONNECTION,
    form: CONNECTION,
    firstDay: BEGINNING,
    lastDay,
    ids: 'identities',
    fingerprints: [],
  };
}

/** The data of a stored row that decides which sources list it. */
export interface ListedRowParts {
  readonly is_from_file: boolean;
  readonly identity_key: string;
  readonly document: StoredTransaction['document'];
  readonly listings: readonly ListedAs[] | null;
}

/** Returns the sources that list a stored row, and the form of the source that wrote it. */
export function listedBy(
  row: ListedRowParts,
  sources: AccountSources | undefined,
): Pick<StoredTransaction, 'listings' | 'form'> {
  if (!sources) return { listings: [], form: '' };
  const files = (row.listings ?? []).flatMap((listed) => {
    const source = sources.files.get(listed.importId);
    return source ? { listed, source } : [];
  });
  const listings = files.map(({ listed, source }): Listing => ({
    source,
    bankId: listed.bankId ?? earlierId(row, listed, source),
    balance: listed.balance ?? earlierBalance(row, listed, source),
  }));
  if (row.is_from_file) {
    const author = files.find(({ listed }) => listed.added) ?? files[0];
    return { listings, form: author?.source.form ?? '' };
  }
  const bankId = row.document.external_identifiers?.institution_transaction_id ?? null;
  const balance = row.document.balance_after_transaction ?? null;
  return {
    listings: [...listings, { source: sources.connection, bankId, balance }],
    form: CONNECTION,
  };
}

/** An import of an earlier release stored the bank's id only as the row's key. */
function earlierId({ identity_key: key }: ListedRowParts, { added }: ListedAs, { form }: ListingSource) {
  return added && form === EARLIER_FORM && key.startsWith('t:') ? key.slice('t:'.length) : null;
}

function earlierBalance({ document }: ListedRowParts, { added }: ListedAs, { form }: ListingSource) {
  return added && form === EARLIER_FORM ? (document.balance_after_transaction ?? null) : null;
}
