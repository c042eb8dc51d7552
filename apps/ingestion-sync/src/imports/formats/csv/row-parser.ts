import { Parser } from 'csv-parse';
import { CsvReading } from '../statement';
import { rowOptions } from './csv-rows';

/**
 * csv-parse without what it costs for each row beside the row. A file of 50 MB may have 50 million rows: an error
 * object for each that is longer or shorter than the first, a context for `on_record`, or a slot in the stream's queue
 * would take minutes.
 */
export class RowParser extends Parser {
  constructor(
    delimiter: CsvReading['delimiter'],
    private readonly row: (cells: string[]) => void,
  ) {
    super(rowOptions(delimiter));
  }

  /** Called with each row; with null at the end. */
  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    const counts: { records: number } = this.info;
    counts.records = 0; // the next row is compared with no other one's length
    this.row(cells);
    return true;
  }
}
