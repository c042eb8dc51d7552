import { STATEMENT_LIMITS } from '../formats/limits';
import { StatementProblem } from '../formats/statement-problem';
import { ArchivedFile, archivedFiles, isZip } from './zip-archive';

/** A file to read: the uploaded one, or one of the uploaded archive. */
export interface FileToRead {
  /** Position of the file in the archive, from 1; null if the file itself was uploaded. */
  readonly position: number | null;
  readonly name: string;
  /** The first bytes, up to `STATEMENT_LIMITS.headBytes`. */
  readonly head: Buffer;
  /** All bytes. They must be read or skipped before the next file. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Yields the uploaded file, or the files in it if it is a ZIP archive.
 * @throws StatementProblem
 */
export async function* filesIn(
  fileName: string,
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<FileToRead> {
  const file = await opened(null, fileName, pieces);
  if (!isZip(file.head)) {
    yield file;
    return;
  }
  let position = 0;
  for await (const archived of archivedFiles(file.bytes)) {
    refuseOffice(archived);
    position += 1;
    yield opened(position, archived.name, archived.bytes);
  }
  if (position === 0) throw new StatementProblem('The ZIP archive is empty.');
}

/** Refuses office documents, which are ZIP archives with certain file names. */
function refuseOffice({ name }: ArchivedFile): void {
  if (/^(?:\[Content_Types\]\.xml|_rels\/|xl\/|word\/|docProps\/)/.test(name)) {
    throw new StatementProblem(
      'The file is an Excel table or another Office document: open it in a spreadsheet program and save it as CSV.',
    );
  }
  if (name === 'mimetype' || name === 'META-INF/manifest.xml') {
    throw new StatementProblem(
      'The file is an OpenDocument table: open it in a spreadsheet program and save it as CSV.',
    );
  }
}

async function opened(
  position: number | null,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<FileToRead> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < STATEMENT_LIMITS.headBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    bytes += next.value.byteLength;
  }
  const head = Buffer.concat(first);
  return { position, name, head, bytes: withHead(head, iterator) };
}

async function* withHead(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
