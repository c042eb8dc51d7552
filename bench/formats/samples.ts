import { closeSync, openSync, writeSync } from 'node:fs';
import { SAMPLE_FILES } from '../../apps/ingestion-sync/test/imports/sample-files';

export type BenchFormat = keyof typeof SAMPLE_FILES;

const AT_ONCE = 10_000;

/** Writes a file of so many entries: those of a small sample again and again, between its first and last lines. */
export function writeSample(format: BenchFormat, entries: number, file: string): void {
  const sample = SAMPLE_FILES[format];
  const none = sample(0);
  const some = sample(AT_ONCE);
  let begin = 0;
  while (begin < none.length && none[begin] === some[begin]) begin += 1;
  let end = 0;
  while (end < none.length - begin && none.at(-1 - end) === some.at(-1 - end)) end += 1;
  const body = some.slice(begin, some.length - end);
  const to = openSync(file, 'w');
  try {
    writeSync(to, none.slice(0, begin));
    for (let written = 0; written < entries; written += AT_ONCE) writeSync(to, body);
    writeSync(to, none.slice(none.length - end));
  } finally {
    closeSync(to);
  }
}
