import { Client } from 'pg';

/** Runs the work and returns the texts of all statements that the process sent meanwhile, sorted. */
export async function recordingStatements<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    const result = await work();
    return { result, statements: query.mock.calls.map(([sent]) => textOf(sent)).sort() };
  } finally {
    query.mockRestore();
  }
}

function textOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : String((sent as { readonly text?: unknown }).text);
}
