import { FileCsvReading } from '@tributary/contracts';
import { parse } from 'csv-parse/sync';
import { hash } from 'node:crypto';
import { cellText, rowOptions } from '../formats/csv/csv-rows';
import { decodeText } from '../formats/text/decode-text';

const ROWS_MAX = 10;
const CELLS_MAX = 50;
const CELL_LENGTH_MAX = 100;

/** Returns the text of a file's beginning, as its reader decodes it. */
export function headText(head: Uint8Array, encoding: string): string {
  const decoding = decodeText(encoding);
  return (decoding.decode(head) + decoding.end()).replace(/^\ufeff/, '');
}

/** Returns the first rows of a CSV file for the user, beginning with the column names. */
export function csvSample(head: Uint8Array, csv: FileCsvReading): string[][] {
  const rows = rowsOf(head, csv, csv.skip_rows + ROWS_MAX);
  return rows
    .slice(Math.max(0, csv.skip_rows - 1))
    .slice(0, ROWS_MAX)
    .map((row) => row.slice(0, CELLS_MAX).map((cell) => cell.slice(0, CELL_LENGTH_MAX)));
}

/**
 * Returns a name for the layout of a CSV file, by which the next file of the same bank is recognized. The name is
 * derived from the column names. If there are none, it is derived from the number of columns, which files of several
 * banks share.
 */
export function csvShape(head: Uint8Array, csv: FileCsvReading): string | null {
  const rows = rowsOf(head, csv, Math.max(1, csv.skip_rows));
  const names = rows[Math.max(0, csv.skip_rows - 1)];
  if (!names) return null;
  const shape = csv.skip_rows === 0 ? names.length : names.map((name) => cellText(name).toLowerCase());
  return hash('sha256', JSON.stringify([csv.delimiter, shape]));
}

function rowsOf(head: Uint8Array, { encoding, delimiter }: FileCsvReading, to: number): string[][] {
  const rows: string[][] = [];
  try {
    parse(headText(head, encoding), {
      ...rowOptions(delimiter),
      to,
      on_record: (row: string[]) => {
        rows.push(row);
        return null;
      },
    });
  } catch {
    // The head ends within a quoted cell, or is no CSV: reading the file reports why.
  }
  return rows;
}
