import { ApiError } from '@tributary/client';

/** The message about each field of a form, by the name of its member in the API. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([name, messages]) => [name, messages.join(' ')]),
  );
}

/** Whether the error is about one of the fields, which show it themselves. */
export function hasFieldError(error: unknown, fields: readonly string[]): boolean {
  return error instanceof ApiError && fields.some((field) => error.errors[field] !== undefined);
}
