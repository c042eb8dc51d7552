import { addDecimals, compareDecimals, minorDigits } from '@tributary/money';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ReadFile, readFile } from '../../../test/imports/reading';
import { readingOf } from './read-statement';
import { detectStatement } from './detect-statement';
import { StatementProblem } from './statement-problem';

/**
 * Compares the samples of public parsers with those parsers' results. They are not part of this repository:
 * STATEMENT_SAMPLES names a folder with checkouts of them.
 */
const SAMPLES = process.env.STATEMENT_SAMPLES;
const STATEMENT = /\.(ofx|qfx|sta|xml|qif|csv)$/i;
const files = SAMPLES === undefined || !existsSync(SAMPLES) ? [] : statements(SAMPLES);

interface Expected {
  readonly entries: number;
  readonly sum: string;
}

const whereSamples = files.length === 0 ? describe.skip : describe;

whereSamples('files of public parsers', () => {
  it('are read, or refused with a reason; counts and sums are what the parser says', async () => {
    const lines: string[] = [];
    for (const file of files) lines.push(await lineOf(file));
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(lines.filter((line) => line.startsWith('CRASH'))).toEqual([]);
  });
});

async function lineOf(file: string): Promise<string> {
  const name = path.relative(SAMPLES ?? '', file);
  const bytes = readFileSync(file);
  let format = 'of no format';
  try {
    const detected = detectStatement(bytes.subarray(0, 256 * 1024), name);
    if (detected === null) return `not a statement  ${name}`;
    format = detected.format;
    const read = await readFile(bytes, { how: readingOf(detected) });
    const sum = sumOf(read);
    const expected = expectedOf(file, detected.format);
    const same =
      expected === null ||
      (expected.entries === read.entries.length && compareDecimals(expected.sum, sum) === 0);
    const counts = `${read.entries.length} entries, sum ${sum}, ${read.unreadable.length} unreadable, ${read.accounts.length} accounts`;
    const peer = expected === null ? 'no expectation' : `expected ${expected.entries}, sum ${expected.sum}`;
    return `${same ? 'ok       ' : 'DIFFERENT'} ${detected.format} ${name}: ${counts}; ${peer} ${same ? '' : JSON.stringify(read.unreadable.slice(0, 3))}`;
  } catch (error) {
    const refused = error instanceof StatementProblem;
    return `${refused ? 'refused  ' : 'CRASH    '} ${format} ${name}: ${String(error)}`;
  }
}

function sumOf({ entries }: ReadFile): string {
  return addDecimals('0', ...entries.map(({ document }) => document.amount));
}

/** Returns the parser's result for its sample, if it has one. */
function expectedOf(file: string, format: string): Expected | null {
  if (file.endsWith('.sta')) return fromMt940Yaml(file.replace(/\.sta$/, '.yml'));
  if (file.endsWith('.xml')) return fromGenkgo(file.replace(/\.xml$/, '.json'));
  if (format === 'OFX') return fromTags(readFileSync(file, 'latin1'));
  return format === 'CSV' ? fromConverted(file) : null;
}

/** Reads the models of wolph/mt940; a transaction's amount is the only one on this level. */
function fromMt940Yaml(file: string): Expected | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').split(/^transactions:/m)[1] ?? '';
  const amounts = [...text.matchAll(/^ {4}amount: [^\n]*\n(?: {6,}[^\n]*\n)*? {6,}- '?(-?[\d.]+)'?\n/gm)].map(
    ([, amount = '0']) => amount,
  );
  return { entries: amounts.length, sum: addDecimals('0', ...amounts) };
}

/** Reads the objects of genkgo/camt, with amounts in the smallest unit of their currency. */
function fromGenkgo(file: string): Expected | null {
  if (!existsSync(file)) return null;
  const { getEntries } = JSON.parse(readFileSync(file, 'utf8')) as { getEntries: GenkgoEntry[] };
  const amounts = getEntries.map(({ getAmount: { getAmount: units, getCurrency } }) => {
    const digits = minorDigits(getCurrency.getCode);
    const padded = units.replace('-', '').padStart(digits + 1, '0');
    const plain = `${padded.slice(0, padded.length - digits)}.${padded.slice(padded.length - digits)}`;
    return units.startsWith('-') ? `-${plain}` : plain;
  });
  return {
    entries: amounts.length,
    sum: addDecimals('0', ...amounts.map((amount) => amount.replace(/\.$/, ''))),
  };
}

interface GenkgoEntry {
  readonly getAmount: { readonly getAmount: string; readonly getCurrency: { readonly getCode: string } };
}

/** Counts tags: each entry has one amount. */
function fromTags(text: string): Expected | null {
  const entries = text.split(/<STMTTRN>/i).slice(1);
  const amounts = entries.flatMap(
    (entry) => /<TRNAMT>\s*([-+]?[\d.,]+)/i.exec(entry)?.[1]?.replace(',', '.') ?? [],
  );
  return {
    entries: entries.length,
    sum: addDecimals('0', ...amounts.map((amount) => amount.replace('+', '').replace(/^(-?)\./, '$10.'))),
  };
}

/** Reads the conversion of a CSV file, which reubano/csv2ofx stores beside it. */
function fromConverted(file: string): Expected | null {
  const converted = file.replace(/data\/test\/(.*)\.csv$/, 'data/converted/$1.ofx');
  return converted !== file && existsSync(converted) ? fromTags(readFileSync(converted, 'latin1')) : null;
}

function statements(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => STATEMENT.test(name))
    .map((name) => path.join(folder, name))
    .sort();
}
