import { closeSync, openSync, writeSync } from 'node:fs';

export type ImportedFormat = 'CSV' | 'QIF';

const DAYS = 2000;
const LINES_AT_ONCE = 10_000;

/** What a file says, to be compared with what is stored. */
export interface FileTruth {
  readonly entries: number;
  /** Of all amounts. */
  readonly cents: bigint;
}

interface Line {
  readonly day: string;
  readonly cents: number;
  readonly payee: string;
}

/** Writes a bank's file of so many entries on 2,000 days. Every tenth entry is there twice on its day. */
export function writeStatement(format: ImportedFormat, entries: number, file: string): FileTruth {
  const to = openSync(file, 'w');
  let cents = 0n;
  try {
    writeSync(to, HEADS[format]);
    for (let first = 0; first < entries; first += LINES_AT_ONCE) {
      const lines = Array.from({ length: Math.min(LINES_AT_ONCE, entries - first) }, (_, index) =>
        lineOf(first + index, entries),
      );
      for (const line of lines) cents += BigInt(line.cents);
      writeSync(to, lines.map(TEXTS[format]).join(''));
    }
  } finally {
    closeSync(to);
  }
  return { entries, cents };
}

function lineOf(index: number, entries: number): Line {
  const day = new Date(Date.UTC(2020, 0, 1 + Math.floor((index * DAYS) / entries)))
    .toISOString()
    .slice(0, 10);
  const seed = index % 10 === 9 ? index - 1 : index;
  return { day, cents: -(((seed % 50) + 1) * 100 + (seed % 100)), payee: `Shop ${seed % 97}` };
}

const HEADS: Readonly<Record<ImportedFormat, string>> = {
  CSV: 'Booking date;Payee;Amount;Currency\r\n',
  QIF: '!Type:Bank\n',
};

const TEXTS: Readonly<Record<ImportedFormat, (line: Line) => string>> = {
  CSV: ({ day, cents, payee }) => `${day};${payee};${decimal(cents)};EUR\r\n`,
  QIF: ({ day, cents, payee }) =>
    `D${day.slice(5, 7)}/${day.slice(8)}'${day.slice(2, 4)}\nT${decimal(cents)}\nP${payee}\n^\n`,
};

function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
