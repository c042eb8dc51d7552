import { Options } from 'csv-parse';
import { STATEMENT_LIMITS } from '../limits';
import { CsvReading } from '../statement';

/**
 * The options of csv-parse for detection and reading. Quotes within a field stay. Rows may differ in length, because
 * banks put lines before and behind their entries.
 */
export function rowOptions(delimiter: CsvReading['delimiter']): Options {
  return {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: STATEMENT_LIMITS.entryChars,
    // Explicit, because the first lines of a file may end differently from the others.
    record_delimiter: ['\r\n', '\n', '\r'],
  };
}

/** Returns a cell's text, also from `="00123"`, which some programs write to preserve zeros. */
export function cellText(cell: string | undefined): string {
  if (cell === undefined) return '';
  const text = cell.trim();
  return text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1) : text;
}

export function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}
