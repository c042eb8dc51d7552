import {
  FILE_ACCOUNTS_MAX,
  FileCsvReading,
  FileQuestion,
  listedFormats,
  TransactionDocument,
} from '@tributary/contracts';
import { createHash, hash } from 'node:crypto';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { STATEMENT_LIMITS } from '../formats/limits';
import { DAYS } from '../../providers/mapping/days';
import { detectStatement } from '../formats/detect-statement';
import { readStatement, RowCounts } from '../formats/read-statement';
import {
  CsvQuestion,
  DetectedStatement,
  StatementAccount,
  StatementBalance,
  StatementEntry,
  StatementHolding,
  StatementItem,
} from '../formats/statement';
import { StatementProblem } from '../formats/statement-problem';
import { chooseReading } from './choose-reading';
import { csvSample, csvShape, headText } from './csv-sample';
import {
  ChosenReading,
  DetectedFile,
  FileEntry,
  ReadingOptions,
  fromCsvReading,
  KnownReading,
  ParsedAccount,
  ReadEntry,
  toCsvReading,
} from './file-reading';
import { RunningBalance } from './statements/running-balance';
import { StatedHoldings, StatementBalances } from './statements/statement-balances';
import { fitOf } from '../formats/csv/detection/still-fits';
import { FileToRead, filesIn } from './files-in';

/** Requests of the parsing worker to the service. */
export interface ParsingPeer {
  /** Returns the next piece of the file; null at its end. */
  pull(): Promise<Uint8Array | null>;
  /**
   * Returns how an earlier file of the same layout was read; null if there is none, or if the user has corrected this
   * one.
   */
  known(detected: DetectedFile): Promise<KnownReading | null>;
  /** Reports how the file is read. */
  chosen(how: ChosenReading): Promise<void>;
  store(entries: readonly ReadEntry[]): Promise<void>;
}

export interface ParsedFile {
  readonly accounts: readonly ParsedAccount[];
  readonly sample: DetectedFile['sample'];
  /** Digest of the bytes and of the reading; equal for equal files. */
  readonly digest: string;
}

const BATCH_ENTRIES = 1000;
/** The entries of one day are compared with the stored ones together, so that equal ones are counted. */
const ENTRIES_PER_DAY_MAX = 20_000;
/** The most characters of an entry: it must fit into a message of the bus. */
const ENTRY_LENGTH_MAX = 64 * 1024;
/** The day of unreadable entries. */
const NO_DAY = '1970-01-01';

/** Checks whether a document can be stored and published. Its currency may follow from the chosen account. */
const isDocument = TypeCompiler.Compile(TransactionDocument);

/**
 * Parses a file with bounded memory: detects its format, then passes its entries on in batches.
 * @throws StatementProblem if the file cannot be read as a whole
 */
export async function parseFile(
  fileName: string,
  corrected: ReadingOptions,
  service: ParsingPeer,
): Promise<ParsedFile> {
  const peer = new DigestingPeer(service);
  const parsing = new Parsing(peer, corrected);
  for await (const file of filesIn(fileName, piecesOf(peer))) await parsing.add(file);
  const { accounts, sample, how } = await parsing.end();
  return { accounts, sample, digest: peer.digestWith(JSON.stringify(how)) };
}

/** The format and the choices of an archive's first file; the other files must be of the same kind. */
interface FirstFile {
  readonly found: DetectedFile;
  readonly chosen: ChosenReading;
  readonly head: Buffer;
}

/** Parses the uploaded file, or the files of an archive as if they were one. */
class Parsing {
  private readonly batches: Batches;
  private readonly rows = new RowCounts();
  private firstFile: FirstFile | null = null;
  /** Files of the archive that are no statements. */
  private readonly unreadableFiles: { readonly position: number; readonly reason: string }[] = [];

  constructor(
    private readonly peer: ParsingPeer,
    private readonly corrected: ReadingOptions,
  ) {
    this.batches = new Batches(peer);
  }

  async add(file: FileToRead): Promise<void> {
    const found = this.detect(file);
    if (found === null) return;
    const begun = (this.firstFile ??= await this.begin(found, file.head));
    requireSame(begun.found, found);
    const { csv, qif } = begun.chosen;
    const how = {
      format: begun.found.format,
      csv: csv && toCsvReading(csv),
      qif: qif && { dateOrder: qif.date_order },
    };
    for await (const item of readStatement(file.bytes, how, this.rows)) await this.batches.addItem(item);
  }

  /**
   * Ends the parsing.
   * @throws StatementProblem if no file is a statement
   */
  async end() {
    const { firstFile, unreadableFiles } = this;
    if (firstFile === null) throw new StatementProblem(unreadableFiles[0]?.reason ?? UNKNOWN);
    for (const { position, reason } of unreadableFiles)
      await this.batches.addLeftOut(1, `File ${position} of the archive is not read. ${reason}`);
    await this.batches.flush();
    const { csv, qif } = firstFile.chosen;
    return {
      accounts: this.batches.parsed(),
      sample: csv ? csvSample(firstFile.head, csv) : [],
      how: [csv, qif],
    };
  }

  /** Detects how a file is read; returns null for a file in an archive that is no statement. */
  private detect({ position, head, name }: FileToRead): DetectedFile | null {
    try {
      // The user's corrections of columns do not apply to a note beside the statement.
      if (position !== null && detectStatement(head, name) === null) throw new StatementProblem(UNKNOWN);
      return detect(head, name, this.corrected);
    } catch (error) {
      if (position === null || !(error instanceof StatementProblem)) throw error;
      this.unreadableFiles.push({ position, reason: error.message });
      return null;
    }
  }

  private async begin(found: DetectedFile, head: Buffer): Promise<FirstFile> {
    const complete = head.length < STATEMENT_LIMITS.headBytes;
    const fits = (known: FileCsvReading) =>
      fitOf(headText(head, known.encoding), toCsvReading(known), complete);
    const chosen = chooseReading(found, await this.peer.known(found), fits);
    await this.peer.chosen(chosen);
    return { found, chosen, head };
  }
}

const UNKNOWN = `The file is none of ${listedFormats('and')}.`;

/**
 * Checks that two files of an archive can be read as one.
 * @throws StatementProblem
 */
function requireSame(first: DetectedFile, other: DetectedFile): void {
  if (first.format !== other.format)
    throw new StatementProblem('The archive has statements in several formats: upload them one by one.');
  if (first.csv !== null && first.shape !== other.shape)
    throw new StatementProblem('The files in the archive have different columns: upload them one by one.');
  if (first.qif !== null && !other.dateOrders.includes(first.qif.date_order))
    throw new StatementProblem('The files in the archive write dates differently: upload them one by one.');
}

/** Computes a digest of a file while it is read. */
class DigestingPeer implements ParsingPeer {
  private readonly bytes = createHash('sha256');

  constructor(private readonly peer: ParsingPeer) {}

  async pull(): Promise<Uint8Array | null> {
    const piece = await this.peer.pull();
    if (piece) this.bytes.update(piece);
    return piece;
  }

  known(detected: DetectedFile): Promise<KnownReading | null> {
    return this.peer.known(detected);
  }

  chosen(how: ChosenReading): Promise<void> {
    return this.peer.chosen(how);
  }

  store(entries: readonly ReadEntry[]): Promise<void> {
    return this.peer.store(entries);
  }

  digestWith(how: string): string {
    return this.bytes.update(how).digest('base64url');
  }
}

function detect(head: Buffer, fileName: string, corrected: ReadingOptions): DetectedFile {
  const found = detectStatement(head, fileName);
  if (!found && !corrected.csv) {
    throw new StatementProblem(UNKNOWN);
  }
  const own = found?.csv ? fromCsvReading(found.csv.reading) : null;
  const csv = corrected.csv ?? own;
  const qif = corrected.csv || !found ? null : found.qif;
  return {
    format: corrected.csv || !found ? 'CSV' : found.format,
    csv,
    qif: qif && (corrected.qif ?? { date_order: qif.dateOrder }),
    ...sureness(found, corrected),
    dateOrders: qif?.possibleOrders ?? [],
    // From the detected reading, because the next file is looked up before the user corrects it.
    shape: csv ? csvShape(head, own ?? csv) : qif && hash('sha256', `QIF ${qif.style}`),
    sample: csv ? csvSample(head, csv) : [],
  };
}

function sureness(
  found: DetectedStatement | null,
  corrected: ReadingOptions,
): Pick<DetectedFile, 'certainty' | 'questions'> {
  if (corrected.csv || (corrected.qif && found?.qif)) return { certainty: 'CONFIRMED', questions: [] };
  if (found?.qif?.isSure === false)
    return { certainty: 'GUESS', questions: [{ columns: [], text: DAY_OR_MONTH }] };
  const { certainty = null, questions = [] } = found?.csv ?? {};
  return { certainty, questions: questionsOf(questions) };
}

const DAY_OR_MONTH = 'Does the day or the month come first in the dates of the file?';

/** Converts questions to the form of the interface. */
function questionsOf(questions: readonly CsvQuestion[]): FileQuestion[] {
  return questions.map(({ columns, text }) => ({ columns: [...columns], text }));
}

async function* piecesOf(peer: ParsingPeer): AsyncIterable<Uint8Array> {
  for (let piece = await peer.pull(); piece; piece = await peer.pull()) yield piece;
}

interface ParsingAccount {
  readonly account: StatementAccount;
  readonly balances: StatementBalances;
  readonly running: RunningBalance;
  readonly holdings: StatedHoldings;
}

/** Collects entries in batches for the database. */
class Batches {
  private readonly accounts: ParsingAccount[] = [];
  private readonly indexes = new Map<string, number>();
  private readonly perDay = new Map<string, number>();
  private batch: ReadEntry[] = [];

  constructor(private readonly peer: ParsingPeer) {}

  /**
   * Adds an account.
   * @throws StatementProblem
   */
  private addAccount(account: StatementAccount): void {
    if (this.indexes.has(account.key)) return;
    if (this.accounts.length === FILE_ACCOUNTS_MAX) {
      throw new StatementProblem(`The file has more than ${FILE_ACCOUNTS_MAX} accounts.`);
    }
    this.indexes.set(account.key, this.accounts.length);
    this.accounts.push({
      account,
      balances: new StatementBalances(),
      running: new RunningBalance(),
      holdings: new StatedHoldings(),
    });
  }

  async addItem(item: StatementItem): Promise<void> {
    switch (item.kind) {
      case 'account':
        return this.addAccount(item.account);
      case 'entry':
        return this.addEntry(item.entry);
      case 'left_out':
        return this.addLeftOut(item.leftOut.line, item.leftOut.reason);
      case 'unreadable':
        return this.addUnreadable(item.unreadable.line, item.unreadable.reason);
      case 'balance':
        return this.addBalance(item.balance);
      case 'holding':
        return this.addHolding(item.holding);
    }
  }

  private async addEntry(entry: StatementEntry): Promise<void> {
    const { line } = entry;
    const account = this.accountOf(entry.accountKey);
    const day = entry.document.booking_date ?? entry.document.value_date;
    const text = JSON.stringify({ bankId: entry.bankId, document: entry.document } satisfies FileEntry);
    const reason = this.whyNot(entry, day, text, `${account} ${day}`);
    if (reason !== null || day === null) return this.addUnreadable(line, reason ?? NO_DATE);
    const { amount, balance_after_transaction: stated } = entry.document;
    this.accounts[account]?.balances.addEntry(entry.document);
    const balance = this.accounts[account]?.running.addEntry({ amount, day, stated }) ?? null;
    const { bankId } = entry;
    await this.add({ kind: 'new', account, day, line, reason: null, entry: text, bankId, balance });
  }

  private addBalance(balance: StatementBalance): void {
    const account = this.accounts[this.accountOf(balance.accountKey)];
    account?.balances.addBalance(balance);
    account?.running.addBalance(balance);
  }

  private async addHolding(holding: StatementHolding): Promise<void> {
    const holdings = this.accounts[this.accountOf(holding.accountKey)]?.holdings;
    const known = holdings?.problem ?? null;
    holdings?.add(holding);
    const problem = holdings?.problem ?? null;
    if (known === null && problem !== null) await this.addLeftOut(holding.line, problem);
  }

  parsed(): ParsedAccount[] {
    return this.accounts.map(({ account, balances, running, holdings }) => {
      const result = balances.result();
      const isBalanced = running.isReliable(result?.adds_up === true);
      return { account, balances: result, isBalanced, holdings: holdings.result() };
    });
  }

  addLeftOut(line: number, reason: string): Promise<void> {
    return this.add({ kind: 'left_out', ...NO_ENTRY, line, reason });
  }

  private addUnreadable(line: number, reason: string): Promise<void> {
    return this.add({ kind: 'unreadable', ...NO_ENTRY, line, reason });
  }

  async flush(): Promise<void> {
    if (this.batch.length === 0) return;
    await this.peer.store(this.batch);
    this.batch = [];
  }

  private whyNot(entry: StatementEntry, day: string | null, text: string, key: string): string | null {
    if (!entry.booked) return 'The entry is pending: it is imported once it is booked.';
    if (day === null) return NO_DATE;
    if (day < DAYS.first || day > DAYS.last) return 'The date is none on which a bank books.';
    if (text.length > ENTRY_LENGTH_MAX) return 'The entry is too long.';
    const document = { ...entry.document, mapped_fields: { date: null } };
    if (!isDocument.Check(document)) return 'The entry has a value that cannot be stored.';
    const count = (this.perDay.get(key) ?? 0) + 1;
    this.perDay.set(key, count);
    return count > ENTRIES_PER_DAY_MAX
      ? `There are more than ${ENTRIES_PER_DAY_MAX} entries on its day.`
      : null;
  }

  private accountOf(key: string): number {
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    this.addAccount({ key, iban: null, number: null, bank: null, name: null, currency: null });
    return this.accounts.length - 1;
  }

  private async add(entry: ReadEntry): Promise<void> {
    this.batch.push(entry);
    if (this.batch.length >= BATCH_ENTRIES) await this.flush();
  }
}

const NO_ENTRY = { account: 0, day: NO_DAY, entry: null, bankId: null, balance: null } as const;
const NO_DATE = 'The entry has no date.';
