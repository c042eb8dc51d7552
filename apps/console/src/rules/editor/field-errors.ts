import { ApiError } from '@tributary/client';

/** What is wrong, by its path in the rule: `actions.0.value`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What the API says about each field; a preview names them inside of `rule`. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([path, messages]) => [path.replace(/^rule\./, ''), messages.join(' ')]),
  );
}

/** A line and a column, both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where in a template the error is, as its message says: `… at line 2, column 5`. */
export function positionIn(message: string): Position | null {
  const [, line, column] = /at line (\d+), column (\d+)/.exec(message) ?? [];
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) };
}
