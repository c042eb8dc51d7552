import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { addDays } from '@tributary/money';
import { answerOf, EntryBatch, rowsOf } from '../../../src/imports/entry-batches';
import { StagedEntry } from '../../../src/imports/import-files.store';
import { FileSourceRow, fileSource } from '../../../src/transactions/matching/file-source';
import { FileEntry, ReadEntry } from '../../../src/imports/reading/file-reading';
import { worthOf } from '../../../src/imports/reading/judge-ids';
import { ParsedFile, parseFile, ParsingPeer } from '../../../src/imports/reading/parse-file';
import { ProviderTransaction } from '../../../src/providers/provider.port';
import { joinRows } from '../../../src/transactions/saving/join-rows';
import { connectionSource, listedBy } from '../../../src/transactions/saving/load-sources';
import { ListedIds, ListingSource } from '../../../src/transactions/matching/listings';
import { AnswersRead, decideRead } from '../../../src/transactions/saving/save-answers';
import { StoredTransaction } from '../../../src/transactions/stored-transaction';
import { toRows, TransactionRow } from '../../../src/transactions/transaction-rows';
import { Bytes } from './writers';
import { ListedAs } from '../../../src/transactions/saved-transactions.store';

const ACCOUNT = { id: 1, userId: 1, config: DEFAULT_ACCOUNT_CONFIG };
const TODAY = '2026-03-01';
const OPTIONS = { today: TODAY, amountTolerance: 0.1 };

/** A stored row of the account in memory. */
export interface MemoryRow extends Omit<StoredTransaction, 'listings' | 'form'> {
  readonly listedAs: readonly ListedAs[];
}

/** A row of a file, by its position in the file, with its result. */
export interface Outcome {
  readonly at: number;
  readonly kind: 'known' | 'new' | 'doubtful';
  /** The stored row that equals it, or that was created for it. */
  readonly id: number;
  /** The row of which it may be a duplicate. */
  readonly maybe: number | null;
}

/** An account whose rows are in memory instead of the database: the service's decisions are applied to them. */
export class MemoryAccount {
  private readonly stored = new Map<number, MemoryRow>();
  private readonly files: FileSourceRow[] = [];
  private lastId = 0;

  /** The shown rows, including rows under review. */
  get live(): readonly MemoryRow[] {
    return [...this.stored.values()].filter(({ state }) => state === 'LIVE');
  }

  /**
   * Imports a file.
   * @returns the results of the file's rows, in its order
   */
  async import(file: Bytes): Promise<Outcome[]> {
    const { entries, parsed } = await parse(file);
    const staged = entries.flatMap((entry, position) => stage(entry, position));
    if (staged.length < entries.length) throw new Error('the twin wrote a file that cannot be read');
    const days = staged.map(({ day }) => day).sort();
    const ids = judge(staged);
    const row: FileSourceRow = {
      importId: this.files.length + 1,
      format: file.name.slice(file.name.lastIndexOf('.')),
      shape: file.text.split('\n', 1)[0]?.startsWith('Booking') ? (file.text.split('\r\n')[0] ?? null) : null,
      digest: parsed.digest,
      name: file.name,
      bytes: file.text.length,
      isWhole: true,
      account: { first_day: days[0] ?? null, last_day: days.at(-1) ?? null, entries: staged.length, ids },
    };
    this.files.push(row);
    return this.add(staged, fileSource(row), parsed.accounts[0]?.isBalanced ?? false);
  }

  /** Applies a sync with all transactions from the first day on. */
  async sync(from: string, transactions: readonly ProviderTransaction[]): Promise<void> {
    const rows = toRows(transactions, ACCOUNT.config);
    const coverage = [{ from, to: null, includesPending: false, complete: true, isBackfill: false }];
    await this.save({ coverage, removals: [], reportsChanges: false }, rows);
  }

  /** Decides a review: the later row is a duplicate of the earlier one, or another row. */
  decide(id: number, isOne: number | null): void {
    const row = this.row(id);
    this.stored.set(
      id,
      isOne === null ? { ...row, underReview: false } : { ...row, state: 'MERGED', mergedInto: isOne },
    );
  }

  private async add(
    staged: readonly StagedEntry[],
    source: ListingSource,
    isBalanced: boolean,
  ): Promise<Outcome[]> {
    const ofFile = [...staged].sort((a, b) =>
      a.day < b.day ? -1 : a.day > b.day ? 1 : a.position - b.position,
    );
    const entries = isBalanced ? ofFile : ofFile.map((entry) => ({ ...entry, balance: null }));
    const day = entries.at(-1)?.day ?? '';
    const batch: EntryBatch = { account: 0, end: { account: 0, day }, entries };
    const rows = rowsOf(batch, ACCOUNT.config, 'EUR', source.ids);
    const positions = new Map(rows.map((row, index) => [row, entries[index]?.position ?? -1]));
    const target = { ...ACCOUNT, currency: 'EUR', hasTransactions: true };
    const read = answerOf(
      batch,
      target,
      rows.flatMap((row) => row ?? []),
      source,
    );
    const outcomes = await this.save(read, read.rows);
    return outcomes.map(({ row, ...outcome }) => ({
      ...outcome,
      at: positions.get(row) ?? -1,
    }));
  }

  private async save(
    read: Pick<AnswersRead, 'coverage' | 'removals' | 'reportsChanges' | 'file'>,
    rows: readonly TransactionRow[],
  ): Promise<(Omit<Outcome, 'at'> & { row: TransactionRow })[]> {
    const joined = joinRows(rows, ACCOUNT.config.fields_for_duplicate_filtering);
    const listed = read.file ? new Map<never, never>() : this.listed(joined);
    const whole = { ...read, account: ACCOUNT, trace: ROOT_CONTEXT };
    const decided = await decideRead(
      whole,
      joined,
      { listed, stored: this.load(), settlements: [] },
      OPTIONS,
    );
    const { decision, keys, known } = decided;
    for (const { row, stored } of decision.updates)
      this.change(stored.id, row, keys.get(row)?.key ?? '', read.file);
    const maybe = new Map(decision.doubtful.map(({ row, stored }) => [row, stored.id]));
    const added = decision.inserts.map((row) => {
      const id = this.insert(row, keys.get(row), read.file, maybe.has(row));
      return {
        row,
        id,
        maybe: maybe.get(row) ?? null,
        kind: maybe.has(row) ? ('doubtful' as const) : ('new' as const),
      };
    });
    for (const { id, row } of known) this.remember(id, row, read.file, false);
    return [...added, ...known.map(({ id, row }) => ({ id, row, maybe: null, kind: 'known' as const }))];
  }

  /** Returns listed rows like `findListed`. */
  private listed(rows: readonly TransactionRow[]) {
    const byKey = new Map([...this.stored.values()].map((row) => [row.identityKey, row]));
    return new Map(
      rows.flatMap((row) => {
        const found = byKey.get(row.identityKey);
        const isListed = found && !found.isFromFile && found.contentHash === row.contentHash;
        return isListed ? [[row, { row, transactionId: found.id }] as const] : [];
      }),
    );
  }

  private load(): StoredTransaction[] {
    const ofBank = [...this.stored.values()].filter(({ isFromFile }) => !isFromFile);
    const lastDay = ofBank
      .map(({ day }) => day ?? '')
      .sort()
      .at(-1);
    const files = new Map(this.files.map((file) => [file.importId, fileSource(file)]));
    const sources = { files, connection: connectionSource(lastDay ?? '0001-01-01') };
    return [...this.stored.values()].map(({ listedAs, ...row }) => ({
      ...row,
      ...listedBy(
        {
          is_from_file: row.isFromFile,
          identity_key: row.identityKey,
          document: row.document,
          listings: listedAs,
        },
        sources,
      ),
    }));
  }

  private insert(
    row: TransactionRow,
    key: { readonly key: string; readonly rank: 1 | 2 | 3 } | undefined,
    file: ListingSource | undefined,
    underReview: boolean,
  ): number {
    this.lastId += 1;
    const id = this.lastId;
    const taken = [...this.stored.values()].some(({ identityKey }) => identityKey === key?.key);
    if (!key || taken) throw new Error('a key is taken twice');
    this.stored.set(id, {
      id,
      state: 'LIVE',
      booked: true,
      day: row.day,
      seenOn: TODAY,
      identityKey: key.key,
      identityRank: key.rank,
      contentHash: row.contentHash,
      document: row.document,
      mergedInto: null,
      isFromFile: file !== undefined,
      underReview,
      edits: null,
      split: null,
      listedAs: [],
    });
    this.remember(id, row, file, true);
    return id;
  }

  private change(id: number, row: TransactionRow, key: string, file: ListingSource | undefined): void {
    const { day, contentHash, document } = row;
    this.stored.set(id, {
      ...this.row(id),
      day,
      contentHash,
      document,
      identityKey: key,
      isFromFile: file !== undefined,
    });
    this.remember(id, row, file, true);
  }

  private remember(id: number, row: TransactionRow, file: ListingSource | undefined, added: boolean): void {
    if (!file) return;
    const { bankId = null, balance = null } = row.listed ?? {};
    const listed = { importId: file.importId ?? 0, added, bankId, balance };
    const stored = this.row(id);
    this.stored.set(id, { ...stored, listedAs: [...stored.listedAs, listed] });
  }

  private row(id: number): MemoryRow {
    const row = this.stored.get(id);
    if (!row) throw new Error('there is no such row');
    return row;
  }
}

async function parse({ name, text }: Bytes): Promise<{ entries: ReadEntry[]; parsed: ParsedFile }> {
  const entries: ReadEntry[] = [];
  const pieces = [Buffer.from(text)];
  const peer: ParsingPeer = {
    pull: () => Promise.resolve(pieces.shift() ?? null),
    known: () => Promise.resolve(null),
    chosen: () => Promise.resolve(),
    store: (batch) => Promise.resolve(void entries.push(...batch)),
  };
  const parsed = await parseFile(name, { csv: null, qif: null }, peer);
  return { entries, parsed };
}

function stage({ kind, account, day, entry, bankId, balance }: ReadEntry, position: number): StagedEntry[] {
  if (kind !== 'new' || entry === null) return [];
  return [{ position, kind, account, day, entry: JSON.parse(entry) as FileEntry, bank_id: bankId, balance }];
}

/** Returns the form of the ids, as the database does; the files of this test have no repeated ids. */
function judge(staged: readonly StagedEntry[]): ListedIds {
  const ids = [...new Set(staged.flatMap(({ bank_id }) => bank_id ?? []))];
  if (ids.length === 0) return 'none';
  const numbers = ids.flatMap((id) => /^\D{0,8}(\d{1,6})$/.exec(id)?.[1] ?? []).map(Number);
  return worthOf({
    repeated: false,
    short: numbers.length === ids.length && new Set(ids.map((id) => /^\D*/.exec(id)?.[0])).size === 1,
    named: ids.every((id) => /^\D/.test(id)),
    count: ids.length,
    lowest: numbers.length === 0 ? null : Math.min(...numbers),
    highest: numbers.length === 0 ? null : Math.max(...numbers),
  });
}

/** Returns the day from which a sync requests transactions. */
export function syncFrom(lastDay: string): string {
  return addDays(lastDay, -30);
}
