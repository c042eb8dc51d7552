import { Tx } from '@tributary/persistence';
import { Listing, ListingSource } from '../matching/listings';
import { EARLIER_FORM, fileSource, FileSourceRow } from '../matching/file-source';
import { StoredTransaction } from '../stored-transaction';

/** How a file listed a stored row. */
export interface ListedAs {
  readonly importId: number;
  /** The file brought it. */
  readonly added: boolean;
  readonly bankId: string | null;
  readonly balance: string | null;
}

/** What lists rows of an account. */
export interface AccountSources {
  readonly files: ReadonlyMap<number, ListingSource>;
  readonly connection: ListingSource;
}

interface AccountToLoad {
  readonly id: number;
  readonly userId: number;
}

/** The applied files of accounts, and how far their connections go. */
export async function loadSources(
  tx: Tx,
  accounts: readonly AccountToLoad[],
): Promise<Map<number, AccountSources>> {
  if (accounts.length === 0) return new Map();
  const rows = await tx.query<{ id: number; last_day: string | null; files: FileSourceRow[] | null }>(
    `select a.id,
            case when a.provider <> 'MANUAL' then (
              select t.day::text from transactions t
               where t.account_id = a.id and t.origin = 'PROVIDER' and t.booked and t.day is not null
               order by t.day desc limit 1) end as last_day,
            (select json_agg(json_build_object('importId', i.id, 'format', i.format, 'shape', i.csv_shape, 'digest', i.digest,
                                               'name', i.file_name, 'bytes', i.file_bytes,
                                               'isWhole', i.status <> 'FAILED', 'account', f.account) order by i.id)
               from file_imports i, jsonb_array_elements(i.accounts) as f(account)
              where i.user_id = a.user_id and i.status in ('APPLYING', 'APPLIED', 'UNDOING', 'FAILED')
                and f.account->>'financial_account_id' = a.id::text) as files
       from financial_accounts a where a.id = any($1::bigint[])`,
    [accounts.map(({ id }) => id)],
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
/** Before all days that a bank has. */
const BEGINNING = '0001-01-01';

/** A connection lists whole days; of the last one it has what was booked by its last sync. */
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

/** A stored row, as far as what lists it follows from it. */
export interface ListedRowParts {
  readonly is_from_file: boolean;
  readonly identity_key: string;
  readonly document: StoredTransaction['document'];
  readonly listings: readonly ListedAs[] | null;
}

/** What lists a stored row, and in whose words it is stored. */
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

/** An import of an earlier release stored the id as the row's key alone. */
function earlierId({ identity_key: key }: ListedRowParts, { added }: ListedAs, { form }: ListingSource) {
  return added && form === EARLIER_FORM && key.startsWith('t:') ? key.slice('t:'.length) : null;
}

function earlierBalance({ document }: ListedRowParts, { added }: ListedAs, { form }: ListingSource) {
  return added && form === EARLIER_FORM ? (document.balance_after_transaction ?? null) : null;
}
