import { unlessEmpty } from '../../../providers/mapping/json-fields';
import { joined } from '../fields';
import { CsvColumn, StatementEntry } from '../statement';
import { cellText } from './csv-rows';
import { ColumnIndexes } from './csv-entry';

const TEXTS: readonly CsvColumn[] = ['description', 'payee', 'payment_kind'];

/**
 * The entry with the text of the row below it, where that row has nothing but text in the columns of texts, as banks print
 * what does not fit into one line; null where the row is something else.
 */
export function withSecondLine(
  entry: StatementEntry,
  cells: readonly string[],
  indexes: ColumnIndexes,
): StatementEntry | null {
  const texts = new Set(TEXTS.flatMap((column) => indexes.get(column) ?? []));
  const isText = cells.every((cell, index) => cell.trim() === '' || texts.has(index));
  if (!isText || texts.has(0)) return null;
  const { remittance_information: information } = entry.document;
  const unstructured = joined([information?.unstructured, ...cells.map(cellText)]);
  return {
    ...entry,
    document: { ...entry.document, remittance_information: unlessEmpty({ ...information, unstructured }) },
  };
}
