import { parse } from 'csv-parse/sync';
import { columnIndexes, CsvRow, entryOf } from '../formats/csv/csv-entry';
import { isBlank, rowOptions } from '../formats/csv/csv-rows';
import { detectCsv } from '../formats/csv/detect-csv';
import { CsvReading } from '../formats/statement';
import { EntryUnreadable } from '../formats/statement-problem';

const SAMPLE_ROWS = 400;

/**
 * Whether a reading agrees with the cells of a file's beginning: it reads as many rows as the one that is detected.
 * @param complete whether the text is the whole file
 */
export function stillFits(text: string, reading: CsvReading, complete: boolean): boolean {
  const found = detectCsv(text, reading.encoding, complete)?.reading;
  const rows = rowsOf(text, reading, complete);
  return found !== undefined && readable(rows, reading) >= readable(rows, found);
}

function rowsOf(text: string, { delimiter, skipRows }: CsvReading, complete: boolean): string[][] {
  const rows: string[][] = [];
  try {
    parse(text, {
      ...rowOptions(delimiter),
      to: skipRows + SAMPLE_ROWS,
      on_record: (row: string[]) => {
        rows.push(row);
        return null;
      },
    });
  } catch {
    // A quote that is not closed: what came before it counts.
  }
  return rows.slice(skipRows, complete ? undefined : -1).filter((row) => !isBlank(row));
}

function readable(rows: readonly string[][], reading: CsvReading): number {
  const indexes = columnIndexes(reading.columns);
  return rows.filter((cells) => {
    try {
      entryOf(new CsvRow(cells, indexes), { ...reading, currency: null }, '', 1);
      return true;
    } catch (error) {
      if (error instanceof EntryUnreadable) return false;
      throw error;
    }
  }).length;
}
