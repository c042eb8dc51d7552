import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FLUSH_EVERY_MS = 200;

/** An append-only record of what happened: replayed at start, so that a restart continues where it ended. */
export interface Journal<Entry> {
  append(entry: Entry): void;
  /** Same as append for an entry that is JSON text already: spares writing it twice. */
  appendText(json: string): void;
  close(): void;
}

/** For sandboxes without a data folder. */
export class ForgetfulJournal<Entry> implements Journal<Entry> {
  append(_entry: Entry): void {}
  appendText(_json: string): void {}
  close(): void {}
}

/** One JSON document a line. Writes are gathered, because one write per request would cost more than the request. */
export class FileJournal<Entry> implements Journal<Entry> {
  private readonly descriptor: number;
  private readonly timer: NodeJS.Timeout;
  private waiting: string[] = [];

  private constructor(path: string) {
    this.descriptor = openSync(path, 'a', 0o600);
    this.timer = setInterval(() => this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  /** Passes each stored entry to `replay` in the order of writing, then appends to the same file. */
  static open<Entry>(dataDir: string, name: string, replay: (entry: Entry) => void): FileJournal<Entry> {
    const path = join(dataDir, `${name}.jsonl`);
    if (existsSync(path)) {
      for (const line of completeLines(path)) replay(JSON.parse(line) as Entry);
    }
    return new FileJournal<Entry>(path);
  }

  append(entry: Entry): void {
    this.waiting.push(JSON.stringify(entry));
  }

  appendText(json: string): void {
    this.waiting.push(json);
  }

  close(): void {
    clearInterval(this.timer);
    this.flush();
    closeSync(this.descriptor);
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    const text = Buffer.from(`${this.waiting.join('\n')}\n`);
    this.waiting = [];
    for (let written = 0; written < text.length;) written += writeSync(this.descriptor, text, written);
  }
}

/** Opens a journal in `dataDir`, or one that forgets when there is none. */
export function openJournal<Entry>(
  dataDir: string | undefined,
  name: string,
  replay: (entry: Entry) => void,
): Journal<Entry> {
  return dataDir === undefined
    ? new ForgetfulJournal<Entry>()
    : FileJournal.open<Entry>(dataDir, name, replay);
}

/** A killed process may leave half a line at the end, which is removed, so that the next entry starts on a new line. */
function completeLines(path: string): string[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) truncateSync(path, end);
  return bytes
    .subarray(0, end)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
