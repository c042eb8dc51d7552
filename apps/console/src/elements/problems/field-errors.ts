import { ApiError } from '@tributary/client';

/** What is wrong with each field of a form, by the name of its member in the API. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([name, messages]) => [name, messages.join(' ')]),
  );
}
