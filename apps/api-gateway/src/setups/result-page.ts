/** The page of ours that says how a setup went, where nobody said where else the browser should end up. */
export const RESULT_PATH = 'connect/done';

/** Its address. @param requestUrl absolute, of a request here */
export function resultPageAt(requestUrl: string): string {
  return new URL(`/${RESULT_PATH}`, requestUrl).href;
}
