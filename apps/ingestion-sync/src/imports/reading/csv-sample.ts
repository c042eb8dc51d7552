import { FileCsvReading } from '@tributary/contracts';
import { parse } from 'csv-parse/sync';
import { hash } from 'node:crypto';

const ROWS_MAX = 10;
const CELLS_MAX = 50;
const CELL_LENGTH_MAX = 100;

/** The first rows of a CSV file, from the row of column names on, as a user sees them. */
export function csvSample(head: Buffer, csv: FileCsvReading): string[][] {
  const rows = rowsOf(head, csv, csv.skip_rows + ROWS_MAX);
  return rows
    .slice(Math.max(0, csv.skip_rows - 1))
    .slice(0, ROWS_MAX)
    .map((row) => row.slice(0, CELLS_MAX).map((cell) => cell.slice(0, CELL_LENGTH_MAX)));
}

/** A name for the columns of a file: the next file of the same bank has the same. Null without a row of names. */
export function csvShape(head: Buffer, csv: FileCsvReading): string | null {
  if (csv.skip_rows === 0) return null;
  const names = rowsOf(head, csv, csv.skip_rows)[csv.skip_rows - 1];
  if (!names) return null;
  return hash('sha256', JSON.stringify([csv.delimiter, names.map((name) => name.trim().toLowerCase())]));
}

function rowsOf(head: Buffer, { encoding, delimiter }: FileCsvReading, to: number): string[][] {
  const text = new TextDecoder(encoding).decode(head);
  try {
    return parse(text, {
      delimiter,
      to,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch {
    return []; // the head ends in the middle of a quoted cell, or is no CSV: reading the file says why
  }
}
