import { parse } from 'csv-parse';
import { createReadStream, openSync, readSync, closeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { SaxesParser } from 'saxes';
import {
  detectStatement,
  readingOf,
  readStatement,
  STATEMENT_LIMITS,
} from '../../apps/ingestion-sync/src/imports/formats';
import { BenchFormat } from './samples';

/** Reads a file as an upload is read; how many entries it has. */
export async function readWhole(format: BenchFormat, file: string): Promise<number> {
  const detected = detectStatement(headOf(file), null);
  if (detected?.format !== format) throw new Error(`${format} is not detected`);
  let entries = 0;
  for await (const item of readStatement(createReadStream(file), readingOf(detected))) {
    if (item.kind === 'entry') entries += 1;
  }
  return entries;
}

/** The least that reading the file can cost: its rows, its tags or its lines, and nothing made of them. */
export function readBare(format: BenchFormat, file: string): Promise<number> {
  if (format === 'CSV') return bareCsv(file);
  return format === 'CAMT053' ? bareXml(file) : bareLines(file);
}

async function bareCsv(file: string): Promise<number> {
  let rows = 0;
  const parser = createReadStream(file).pipe(parse({ delimiter: ';' }));
  for await (const row of parser) rows += (row as string[]).length > 0 ? 1 : 0;
  return rows;
}

async function bareXml(file: string): Promise<number> {
  const parser = new SaxesParser();
  let tags = 0;
  parser.on('opentag', () => {
    tags += 1;
  });
  for await (const text of createReadStream(file, 'utf8')) parser.write(text as string);
  parser.close();
  return tags;
}

async function bareLines(file: string): Promise<number> {
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) }))
    lines += line.length > 0 ? 1 : 0;
  return lines;
}

function headOf(file: string): Buffer {
  const head = Buffer.alloc(STATEMENT_LIMITS.headBytes);
  const from = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(from, head));
  } finally {
    closeSync(from);
  }
}
