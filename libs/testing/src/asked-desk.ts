import { eventually } from './eventually';

type Query = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

interface Ended {
  readonly outcome: string | null;
  readonly error: string | null;
}

/**
 * Puts a request onto a running service's operator's desk, in the schema that `query` looks into, and waits for its end.
 * @returns the outcome @throws Error with what the service says against it
 */
export async function askDesk(query: Query, kind: string, parameters: object = {}): Promise<string> {
  // Only here: most suites start no service, and need not load what services are made of.
  const { putRequest } = await import('@tributary/service');
  const [asked] = await query<{ id: string }>(putRequest(), [kind, JSON.stringify(parameters), 'the test']);
  let ended: Ended | undefined;
  await eventually(async () => {
    [ended] = await query<Ended>(
      'select outcome, error from operator_requests where id = $1 and ended_at is not null',
      [asked?.id],
    );
    expect(ended).toBeDefined();
  });
  if (ended?.error != null) throw new Error(ended.error);
  return ended?.outcome ?? '';
}
