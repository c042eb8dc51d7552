/** An answer of the API that is not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status the HTTP status
   * @param errors what is wrong with each field of the request, where the status is 422
   * @param docsUrl the page that says what to do, relative to the API where that does not know its public address
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
