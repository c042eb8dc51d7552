import type { AttackedSystem, AttackedUser } from './attacked-system';

/** The longest value of a rule, and the most that an earlier release accepted. */
const VALUE_CHARS = 10_000;
const BEYOND_VALUE_CHARS = 700_000;
const LARGE_RULES = 150;
const LISTED_BYTES_MAX = 2_000_000;

/** The limits of an installation: for one user, and for all users of one owner's apps together. */
const STREAMS_PER_USER = 50;
const STREAMS_PER_OWNER = 1000;
const MANAGED_USERS = STREAMS_PER_OWNER / STREAMS_PER_USER + 1;

/** Section A of docs/explanation/security.md: one user who takes all shared resources. */
export function takingEverything(system: () => AttackedSystem): void {
  let attacker: AttackedUser;
  beforeAll(async () => {
    attacker = await system().user('takes-everything');
  });

  const createRule = (values: readonly string[]) =>
    system().rest('POST', '/rules', attacker.token, {
      name: 'Large',
      scope: 'ANY',
      conditions: values.map((value) => ({
        transaction_type: 'ANY',
        field_name: 'creditor.name',
        operator: 'contains',
        value,
      })),
      actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value: 'x' }],
    });

  it('A.1: a rule whose value has 700,000 characters is refused by the member that is too long', async () => {
    const { status, body } = await createRule(['x'.repeat(BEYOND_VALUE_CHARS)]);
    expect([status, Object.keys(body['errors'] as object)]).toEqual([422, ['conditions.0.value']]);
  });

  it(`A.1: whoever stores ${LARGE_RULES} large rules gets a list of less than 2 MB`, async () => {
    const values = Array.from({ length: 24 }, (_, index) => `${index}`.padEnd(VALUE_CHARS, 'x'));
    const statuses = new Set<number>();
    for (let count = 0; count < LARGE_RULES; count += 1) statuses.add((await createRule(values)).status);
    expect([...statuses]).toEqual([201, 409]);
    const listed = await fetch(`${system().url}/api/v1/rules?page[size]=100`, {
      headers: { authorization: `Bearer ${attacker.token}` },
    });
    expect(listed.status).toBe(200);
    expect((await listed.arrayBuffer()).byteLength).toBeLessThan(LISTED_BYTES_MAX);
  });

  it('A.6: an app’s owner with many managed users gets one share of the streams, and others get theirs', async () => {
    const { client_id: clientId, secret } = await system().data<{ client_id: string; secret: string }>(
      'POST',
      '/apps',
      attacker.token,
      {
        name: 'Streams',
        redirect_uris: ['https://app.example/'],
        scopes: ['accounts:read'],
        confidential: true,
        manages_users: true,
      },
    );
    const managedToken = async (name: string): Promise<string> => {
      const response = await fetch(`${system().url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          managed_user: name,
          scope: 'accounts:read',
        }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    };
    const open = new AbortController();
    /** References to the responses: a response without one is collected as garbage, and its stream ends. */
    const responses: Response[] = [];
    const listen = async (token: string): Promise<number> => {
      const response = await fetch(`${system().url}/api/v1/stream`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        signal: open.signal,
      });
      responses.push(response);
      return response.status;
    };
    try {
      const statuses: number[] = [];
      for (let count = 0; count < MANAGED_USERS; count += 1) {
        const token = await managedToken(`streams-${count}`);
        statuses.push(...(await Promise.all(Array.from({ length: STREAMS_PER_USER }, () => listen(token)))));
      }
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(STREAMS_PER_OWNER);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      expect(await listen(attacker.token)).toBe(429);
      expect(await listen((await system().user('has-own-streams')).token)).toBe(200);
    } finally {
      open.abort();
    }
  });
}
