import { FILE_ACCOUNTS_MAX, FileCsvReading, FileQuestion, TransactionDocument } from '@tributary/contracts';
import { createHash, hash } from 'node:crypto';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { STATEMENT_LIMITS } from '../formats/limits';
import { detectStatement } from '../formats/detect-statement';
import { readStatement } from '../formats/read-statement';
import { CsvQuestion, StatementAccount, StatementBalance, StatementEntry } from '../formats/statement';
import { StatementProblem } from '../formats/statement-problem';
import { chooseHow } from './choose-how';
import { csvSample, csvShape, headText } from './csv-sample';
import {
  ChosenHow,
  DetectedFile,
  FileEntry,
  FileHow,
  fromCsvReading,
  KnownHow,
  ParsedAccount,
  ReadEntry,
  toCsvReading,
} from './file-reading';
import { RunningBalance } from './running-balance';
import { StatementBalances } from './statement-balances';
import { stillFits } from '../formats/csv/still-fits';

/** What the worker asks of the service while it parses. */
export interface ParsingPeer {
  /** The next piece of the file; null at its end. */
  pull(): Promise<Uint8Array | null>;
  /** How an earlier file of the same shape was read; null if there is none, or the user has said how this one is. */
  known(detected: DetectedFile): Promise<KnownHow | null>;
  /** How the file is read after all. */
  chosen(how: ChosenHow): Promise<void>;
  store(entries: readonly ReadEntry[]): Promise<void>;
}

export interface ParsedFile {
  readonly accounts: readonly ParsedAccount[];
  readonly sample: DetectedFile['sample'];
  /** Of the bytes and of how they were read: the same file has the same. */
  readonly digest: string;
}

const BATCH_ENTRIES = 1000;
/** Entries of one day are compared with the stored ones at once, so that equal ones are counted. */
const ENTRIES_PER_DAY_MAX = 20_000;
/** Of one entry: it must fit into a message of the bus. */
const ENTRY_LENGTH_MAX = 64 * 1024;
/** Dates of other years are mistakes: a zero date, or a day that was read from another number. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';
/** Unreadable entries have none of their own. */
const NO_DAY = '1970-01-01';

/** Whether a document can be stored and published. Its currency may follow from the account that is chosen. */
const isDocument = TypeCompiler.Compile(TransactionDocument);

/**
 * Parses a file in bounded memory: detects its format, then hands its entries over in batches.
 * @throws StatementProblem if the file cannot be read as a whole
 */
export async function parseFile(
  fileName: string,
  corrected: FileHow,
  service: ParsingPeer,
): Promise<ParsedFile> {
  const peer = new DigestingPeer(service);
  const head = await readHead(peer);
  const found = detect(head, fileName, corrected);
  const complete = head.length < STATEMENT_LIMITS.headBytes;
  const fits = (known: FileCsvReading) =>
    stillFits(headText(head, known.encoding), toCsvReading(known), complete);
  const chosen = chooseHow(found, await peer.known(found), fits);
  await peer.chosen(chosen);
  const { csv, qif } = chosen;
  const batches = new Batches(peer);
  const how = {
    format: found.format,
    csv: csv && toCsvReading(csv),
    qif: qif && { dateOrder: qif.date_order },
  };
  for await (const item of readStatement(wholeFile(head, peer), how)) {
    switch (item.kind) {
      case 'account':
        batches.addAccount(item.account);
        break;
      case 'entry':
        await batches.addEntry(item.entry);
        break;
      case 'left_out':
        await batches.addLeftOut(item.leftOut.line, item.leftOut.reason);
        break;
      case 'unreadable':
        await batches.addUnreadable(item.unreadable.line, item.unreadable.reason);
        break;
      case 'balance':
        batches.addBalance(item.balance);
        break;
      case 'holding':
        break;
    }
  }
  await batches.flush();
  return {
    accounts: batches.parsed(),
    sample: csv ? csvSample(head, csv) : [],
    digest: peer.digestWith(JSON.stringify([csv, qif])),
  };
}

/** Digests a file while it is pulled. */
class DigestingPeer implements ParsingPeer {
  private readonly bytes = createHash('sha256');

  constructor(private readonly peer: ParsingPeer) {}

  async pull(): Promise<Uint8Array | null> {
    const piece = await this.peer.pull();
    if (piece) this.bytes.update(piece);
    return piece;
  }

  known(detected: DetectedFile): Promise<KnownHow | null> {
    return this.peer.known(detected);
  }

  chosen(how: ChosenHow): Promise<void> {
    return this.peer.chosen(how);
  }

  store(entries: readonly ReadEntry[]): Promise<void> {
    return this.peer.store(entries);
  }

  digestWith(how: string): string {
    return this.bytes.update(how).digest('base64url');
  }
}

function detect(head: Buffer, fileName: string, corrected: FileHow): DetectedFile {
  const found = detectStatement(head, fileName);
  if (!found && !corrected.csv) {
    throw new StatementProblem('The file is none of OFX, QFX, CAMT.053, MT940, QIF and CSV.');
  }
  const own = found?.csv ? fromCsvReading(found.csv.reading) : null;
  const csv = corrected.csv ?? own;
  const qif = corrected.csv || !found ? null : found.qif;
  return {
    format: corrected.csv || !found ? 'CSV' : found.format,
    csv,
    qif: qif && (corrected.qif ?? { date_order: qif.dateOrder }),
    certainty: corrected.csv ? 'CONFIRMED' : (found?.csv?.certainty ?? null),
    questions: corrected.csv ? [] : questionsOf(found?.csv?.questions ?? []),
    dateOrders: qif?.possibleOrders ?? [],
    // By the detected reading: the next file is looked up before anybody corrects it.
    shape: csv ? csvShape(head, own ?? csv) : qif && hash('sha256', `QIF ${qif.style}`),
    sample: csv ? csvSample(head, csv) : [],
  };
}

/** As the interface shows them. */
function questionsOf(questions: readonly CsvQuestion[]): FileQuestion[] {
  return questions.map(({ columns, text }) => ({ columns: [...columns], text }));
}

async function readHead(peer: ParsingPeer): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < STATEMENT_LIMITS.headBytes) {
    const piece = await peer.pull();
    if (!piece) break;
    pieces.push(piece);
    bytes += piece.byteLength;
  }
  return Buffer.concat(pieces);
}

async function* wholeFile(head: Buffer, peer: ParsingPeer): AsyncIterable<Uint8Array> {
  yield head;
  for (let piece = await peer.pull(); piece; piece = await peer.pull()) yield piece;
}

interface ParsingAccount {
  readonly account: StatementAccount;
  readonly balances: StatementBalances;
  readonly running: RunningBalance;
}

/** The entries of a file on their way to the database. */
class Batches {
  private readonly accounts: ParsingAccount[] = [];
  private readonly indexes = new Map<string, number>();
  private readonly perDay = new Map<string, number>();
  private batch: ReadEntry[] = [];

  constructor(private readonly peer: ParsingPeer) {}

  /** @throws StatementProblem */
  addAccount(account: StatementAccount): void {
    if (this.indexes.has(account.key)) return;
    if (this.accounts.length === FILE_ACCOUNTS_MAX) {
      throw new StatementProblem(`The file has more than ${FILE_ACCOUNTS_MAX} accounts.`);
    }
    this.indexes.set(account.key, this.accounts.length);
    this.accounts.push({ account, balances: new StatementBalances(), running: new RunningBalance() });
  }

  async addEntry(entry: StatementEntry): Promise<void> {
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

  addBalance(balance: StatementBalance): void {
    const account = this.accounts[this.accountOf(balance.accountKey)];
    account?.balances.addBalance(balance);
    account?.running.addBalance(balance);
  }

  parsed(): ParsedAccount[] {
    return this.accounts.map(({ account, balances, running }) => {
      const result = balances.result();
      return { account, balances: result, isBalanced: running.isReliable(result?.adds_up === true) };
    });
  }

  addLeftOut(line: number, reason: string): Promise<void> {
    return this.add({ kind: 'left_out', ...NO_ENTRY, line, reason });
  }

  addUnreadable(line: number, reason: string): Promise<void> {
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
    if (day < FIRST_DAY || day > LAST_DAY) return 'The date is none on which a bank books.';
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
