import { Options } from 'csv-parse';
import { STATEMENT_LIMITS } from '../limits';
import { CsvReading } from '../statement';

/**
 * How rows are cut, the same for detection and reading. Quotes within a field stay; rows may differ in length, as the
 * lines do that banks put before and behind their entries.
 */
export function rowOptions(delimiter: CsvReading['delimiter']): Options {
  return {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: STATEMENT_LIMITS.entryChars,
    // Stated, for a file may end its first lines in another way than the others.
    record_delimiter: ['\r\n', '\n', '\r'],
  };
}

/** A cell's text, also where a program wrote `="00123"` to keep its zeros. */
export function cellText(cell: string | undefined): string {
  if (cell === undefined) return '';
  const text = cell.trim();
  return text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1) : text;
}

export function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}
