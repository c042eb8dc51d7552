import { isDeepStrictEqual } from 'node:util';
import { Fit } from '../formats/csv/detection/still-fits';
import { ChosenReading, DetectedFile, ReadingOptions, KnownReading } from './file-reading';

/** Returns how well a reading fits the cells of a file: its dates, decimals, directions and balances. */
export type FitsFile = (csv: NonNullable<ReadingOptions['csv']>) => Fit;

/**
 * Chooses how a file is read. The reading of an earlier file with the same layout is used only if it fits this file,
 * because another bank may use the same column names. Precedence: a reading that the user confirmed, one that a balance
 * proves, that of an earlier file, a guess.
 */
export function chooseReading(
  found: DetectedFile,
  known: KnownReading | null,
  fits: FitsFile,
): ChosenReading {
  if (found.qif) return chooseOrder(found, known);
  if (!found.csv) return { csv: null, qif: null, certainty: null, questions: [] };
  if (found.certainty === 'CONFIRMED' || !known?.csv) return detected(found);
  const fit = fits(known.csv);
  if (fit === 'contradicts' || (fit === 'unlikely' && known.confirmed !== true)) return detected(found);
  const reading = { csv: known.csv, qif: null, questions: [] } as const;
  if (fit === 'unlikely') {
    const columns = known.csv.columns.flatMap((column, index) => (DATES.includes(column) ? index : []));
    return { ...reading, certainty: 'GUESS', questions: [{ columns, text: READ_OTHERWISE }] };
  }
  if (known.confirmed === true) return { ...reading, certainty: 'CONFIRMED' };
  if (found.certainty === 'PROVEN') return detected(found);
  if (known.confirmed === false) return { ...reading, certainty: 'BY_NAMES' };
  if (found.certainty === 'GUESS' || isDeepStrictEqual(known.csv.columns, found.csv.columns))
    return detected(found);
  return {
    ...reading,
    certainty: 'GUESS',
    questions: [{ columns: changedColumns(found, known), text: READ_OTHERWISE }],
  };
}

const DATES: readonly (string | null)[] = ['booking_date', 'value_date'];

const READ_OTHERWISE =
  'An earlier file with the same column names was read like this, but this one looks different. Is this right?';

function detected({ csv, qif, certainty, questions }: DetectedFile): ChosenReading {
  return { csv, qif, certainty, questions };
}

function changedColumns({ csv }: DetectedFile, known: KnownReading): number[] {
  const [now, before] = [csv?.columns ?? [], known.csv?.columns ?? []];
  const width = Math.max(now.length, before.length);
  return Array.from({ length: width }, (_, index) => index).filter((index) => now[index] !== before[index]);
}

/**
 * Chooses the order of day and month in dates. Files of one program write dates alike, so an earlier file decides an
 * ambiguous one; if the files contradict each other, the user is asked.
 */
function chooseOrder(found: DetectedFile, known: KnownReading | null): ChosenReading {
  const order = known?.qif?.date_order;
  if (found.certainty === 'CONFIRMED' || order === undefined || !found.dateOrders.includes(order))
    return detected(found);
  const reading = { csv: null, qif: { date_order: order } };
  const disagree = found.certainty === null && found.qif?.date_order !== order;
  if (disagree) return { ...reading, certainty: 'GUESS', questions: [{ columns: [], text: OTHER_ORDER }] };
  // An earlier release did not ask the user.
  if (found.certainty === 'GUESS' && known?.confirmed === null)
    return { ...reading, certainty: 'GUESS', questions: found.questions };
  return { ...reading, certainty: known?.confirmed === true ? 'CONFIRMED' : null, questions: [] };
}

const OTHER_ORDER =
  'An earlier file of this kind had day and month in this order, but the dates of this one look different. Is this right?';
