import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Client } from 'pg';

const REQUEST_STARTS = 'http.server.request.start';

/** There while a request's own work runs: what the gateway does in the background is not recorded. */
const ofRequest = new AsyncLocalStorage<true>();

/** Runs the work and returns the texts of the statements that its HTTP requests sent, sorted. */
export async function recordingStatements<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
  const statements: string[] = [];
  const entered = (): void => ofRequest.enterWith(true);
  subscribe(REQUEST_STARTS, entered);
  const query = Reflect.get(Client.prototype, 'query') as (
    this: Client,
    ...words: readonly unknown[]
  ) => void;
  const recorded = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...words
  ) {
    const text = textOf(words[0]);
    if (ofRequest.getStore() && !isSetting(text)) statements.push(text);
    return query.apply(this, words);
  });
  try {
    return { result: await work(), statements: statements.sort() };
  } finally {
    recorded.mockRestore();
    unsubscribe(REQUEST_STARTS, entered);
  }
}

/** A connection's time limit is set where whoever had the connection before had another. */
function isSetting(text: string): boolean {
  return text.startsWith('set statement_timeout');
}

function textOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : String((sent as { readonly text?: unknown }).text);
}
