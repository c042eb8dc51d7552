import { Unzip, UnzipFile, UnzipInflate } from 'fflate';
import { StatementProblem } from '../formats/statement-problem';

/** Limits of an archive, independent of the sizes that it declares. */
export const ZIP_LIMITS = {
  files: 50,
  /** The unpacked bytes of all files together. */
  bytes: 50 * 1024 * 1024,
  /** Unpacked bytes divided by packed ones. Statements have about 20. */
  ratio: 100,
  /** The ratio is checked only above this size. */
  ratioFromBytes: 1024 * 1024,
} as const;

/** A file of an archive. Its bytes must be read or skipped before the next file. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

type ZipEvent =
  | { readonly kind: 'begin'; readonly name: string }
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' };

/** Bytes to unpack at a time; a byte expands to a thousand at most. */
const SLICE_BYTES = 4_096;
const DAMAGED = 'The ZIP archive is damaged, or has a password: unpack it first.';

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/**
 * Yields the files in a ZIP archive while the archive arrives. Nothing is written to disk, names are never used as
 * paths, and nested archives are not opened. All pieces are read, even if files are skipped.
 * @throws StatementProblem if the archive is damaged, has a password, or exceeds `ZIP_LIMITS`
 */
export async function* archivedFiles(pieces: AsyncIterable<Uint8Array>): AsyncIterable<ArchivedFile> {
  const events = eventsOf(pieces);
  for (;;) {
    const next = await events.next();
    if (next.done === true) return;
    if (next.value.kind !== 'begin') continue;
    yield { name: next.value.name, bytes: bytesOf(events) };
  }
}

/** Yields the bytes up to the end of the current file. */
async function* bytesOf(events: AsyncGenerator<ZipEvent, void>): AsyncIterable<Uint8Array> {
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (next.value.kind === 'data') yield next.value.bytes;
    else return;
  }
}

async function* eventsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ZipEvent, void> {
  const opening = new Opening();
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES)
      yield* opening.push(piece.subarray(at, at + SLICE_BYTES));
  }
  yield* opening.end();
}

class Opening {
  private readonly unzip = new Unzip((file) => this.begin(file));
  private events: ZipEvent[] = [];
  private problem: StatementProblem | null = null;
  private isFirst = true;
  private files = 0;
  private isOpen = false;
  private readonly bytes = { packed: 0, unpacked: 0 };

  constructor() {
    this.unzip.register(UnzipInflate);
  }

  push(slice: Uint8Array): ZipEvent[] {
    if (this.isFirst && ((slice[6] ?? 0) & 1) === 1)
      throw new StatementProblem('The ZIP archive has a password: unpack it first.');
    this.isFirst = false;
    this.bytes.packed += slice.length;
    this.feed(slice, false);
    return this.takeEvents();
  }

  end(): ZipEvent[] {
    this.feed(new Uint8Array(0), true);
    if (this.isOpen) throw new StatementProblem(DAMAGED);
    return this.takeEvents();
  }

  private feed(bytes: Uint8Array, isLast: boolean): void {
    try {
      this.unzip.push(bytes, isLast);
    } catch (error) {
      this.problem ??= error instanceof StatementProblem ? error : new StatementProblem(DAMAGED);
    }
    if (this.problem !== null) throw this.problem;
  }

  private begin(file: UnzipFile): void {
    const { name } = file;
    if (leadsOut(name)) throw new StatementProblem('The ZIP archive has a file whose name leads out of it.');
    if (isNoFile(name)) return;
    this.files += 1;
    if (this.files > ZIP_LIMITS.files)
      throw new StatementProblem(`The ZIP archive has more than ${ZIP_LIMITS.files} files.`);
    this.events.push({ kind: 'begin', name });
    this.isOpen = true;
    file.ondata = (error, bytes, isLast) => {
      if (error) this.problem ??= new StatementProblem(DAMAGED);
      else this.data(bytes, isLast);
    };
    file.start();
  }

  private data(bytes: Uint8Array, isLast: boolean): void {
    this.bytes.unpacked += bytes.length;
    if (bytes.length > 0) this.events.push({ kind: 'data', bytes });
    if (isLast) {
      this.events.push({ kind: 'end' });
      this.isOpen = false;
    }
    const { packed, unpacked } = this.bytes;
    const isTooLarge =
      unpacked > ZIP_LIMITS.bytes ||
      (unpacked > ZIP_LIMITS.ratioFromBytes && unpacked > packed * ZIP_LIMITS.ratio);
    if (isTooLarge)
      this.problem ??= new StatementProblem('The ZIP archive is too large when it is unpacked.');
  }

  private takeEvents(): ZipEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}

function leadsOut(name: string): boolean {
  return /^[\\/]|^[a-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(name);
}

/** Returns whether the entry is a folder, or an addition of macOS. */
function isNoFile(name: string): boolean {
  return /\/$|(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/i.test(name);
}
