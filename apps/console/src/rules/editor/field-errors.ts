import { ApiError } from '@tributary/client';

/** Messages by the path of their field in the rule: `actions.0.value`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The API's message about each field; a preview names the fields inside of `rule`. */
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

/** Returns the position of an error in a template, which the message ends with: `… at line 2, column 5`. */
export function positionIn(message: string): Position | null {
  const [, line, column] = /at line (\d+), column (\d+)/.exec(message) ?? [];
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) };
}
