import { eventually } from './eventually';

type Query = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

interface Ended {
  readonly outcome: string | null;
  readonly error: string | null;
}

/**
 * Writes an operator's request into the schema that `query` uses, and waits until the running service has handled it.
 * @returns the result
 * @throws Error with the service's reason if it refused
 */
export async function requestOperation(query: Query, kind: string, parameters: object = {}): Promise<string> {
  // Imported here, because most suites start no service and need not load this library.
  const { putRequest } = await import('@tributary/service');
  const [request] = await query<{ id: string }>(putRequest(), [kind, JSON.stringify(parameters), 'the test']);
  let ended: Ended | undefined;
  await eventually(async () => {
    [ended] = await query<Ended>(
      'select outcome, error from operator_requests where id = $1 and ended_at is not null',
      [request?.id],
    );
    expect(ended).toBeDefined();
  });
  if (ended?.error != null) throw new Error(ended.error);
  return ended?.outcome ?? '';
}
