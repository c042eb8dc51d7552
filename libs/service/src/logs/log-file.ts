import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import pino, { DestinationStream } from 'pino';

/** Lines that cannot be written are buffered up to this size; more are dropped. */
export const UNWRITTEN_BYTES_MAX = 4 * 1024 * 1024;

const BYTES_MAX = 10 * 1024 * 1024;
/** Number of files besides the current one. */
const OLDER_FILES = 4;
const COMPLAINT_EVERY_MS = 60_000;

/**
 * A file of logs, for all services of a process together. At 10 MB it becomes `….1`, that one `….2`, and the fifth is
 * deleted. pino's own file writes it: it buffers lines while a disk is full, and continues when there is room, whereas
 * a stream of Node ends with its first error. The newest file always has the same name.
 */
export function openLogFile(file: string, bytesMax = BYTES_MAX): DestinationStream {
  mkdirSync(path.dirname(file), { recursive: true });
  const complain = complaintsAbout(file);
  if (sizeOf(file) >= bytesMax) attempt(() => makeRoomFor(file), complain);
  const destination = pino.destination({ dest: file, sync: false, maxLength: UNWRITTEN_BYTES_MAX });
  let bytes = sizeOf(file);
  let isRefused = false;
  // Replaces the flush at the end of the process: pino repeats it until it succeeds, on a full disk for ever.
  const flush = destination.flushSync.bind(destination);
  destination.flushSync = () => (isRefused ? undefined : flush());
  destination.on('error', (error: NodeJS.ErrnoException) => {
    isRefused = true;
    complain(error);
  });
  destination.on('write', (written: number) => {
    isRefused = false;
    bytes += written;
    if (bytes < bytesMax) return;
    bytes = 0;
    attempt(() => {
      makeRoomFor(file);
      destination.reopen();
    }, complain);
  });
  return destination;
}

function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : 0;
}

function makeRoomFor(file: string): void {
  for (let number = OLDER_FILES; number > 0; number -= 1) {
    const newer = number === 1 ? file : `${file}.${number - 1}`;
    if (existsSync(newer)) renameSync(newer, `${file}.${number}`);
  }
}

function attempt(work: () => void, complain: (error: NodeJS.ErrnoException) => void): void {
  try {
    work();
  } catch (error) {
    complain(error as NodeJS.ErrnoException);
  }
}

/**
 * Reports at most once a minute that the log cannot be written, for example because the disk is full. The process
 * continues.
 */
function complaintsAbout(file: string): (error: NodeJS.ErrnoException) => void {
  let complainedAt = -Infinity;
  return (error) => {
    if (performance.now() - complainedAt < COMPLAINT_EVERY_MS) return;
    complainedAt = performance.now();
    process.stderr.write(`The log ${file} cannot be written: ${error.code ?? error.name}.\n`);
  };
}
