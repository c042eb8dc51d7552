/** Our page that shows the result of a setup, if the client named no address of its own. */
export const RESULT_PATH = 'connect/done';

/** Address of the result page. @param requestUrl absolute, of a request here */
export function resultPageAt(requestUrl: string): string {
  return new URL(`/${RESULT_PATH}`, requestUrl).href;
}
