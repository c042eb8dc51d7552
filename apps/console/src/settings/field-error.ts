import { ApiError } from '@tributary/client';

/** What the API says is wrong with a field; null where it says nothing of it. */
export function fieldError(error: unknown, field: string): string | null {
  return error instanceof ApiError ? (error.errors[field]?.join(' ') ?? null) : null;
}

/** Whether the error is of fields alone, which show it themselves. */
export function isOfFields(error: unknown, fields: readonly string[]): boolean {
  return error instanceof ApiError && fields.some((field) => fieldError(error, field) !== null);
}
