import { addDays, isDate } from '../sandbox-clock';
import { fieldProblem } from './problem';

export interface WindowQuery {
  readonly date_from?: string;
  readonly date_to?: string;
}

/** Both days inclusive. Throws the field error where a value is no date, the order is wrong or the agreement does not reach so far back. */
export function transactionWindow(
  query: WindowQuery,
  maxHistoricalDays: number,
  today: string,
): { readonly from: string; readonly to: string } {
  const oldest = addDays(today, -maxHistoricalDays);
  const from = dateFrom(query.date_from, 'date_from') ?? oldest;
  const to = dateFrom(query.date_to, 'date_to') ?? '9999-12-31';
  if (from < oldest) {
    throw fieldProblem(
      'date_from',
      'Incorrect date_from',
      `date_from must not be older than ${maxHistoricalDays} days, which is ${oldest}`,
    );
  }
  if (from > to) throw fieldProblem('date_to', 'Incorrect date_to', 'date_to must not be before date_from');
  return { from, to };
}

function dateFrom(value: string | undefined, field: string): string | undefined {
  if (value === undefined) return undefined;
  if (isDate(value)) return value;
  throw fieldProblem(
    field,
    `Incorrect ${field}`,
    'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  );
}
