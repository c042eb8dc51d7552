/** An error response of the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status the HTTP status
   * @param errors the errors of each field of the request, where the status is 422
   * @param docsUrl the page on this error, relative to the API where the API does not know its public address
   */
  constructor(
    readonly status: number,
    message: string,
    readonly errors: Readonly<Record<string, readonly string[]>> = {},
    readonly docsUrl: string | null = null,
  ) {
    super(message);
  }
}
