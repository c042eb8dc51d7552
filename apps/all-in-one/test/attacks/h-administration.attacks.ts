import { hash } from '@node-rs/argon2';
import { eventually } from '@tributary/testing';
import type { AttackedSystem, AttackedUser } from './attacked-system';

const PASSWORD = 'correct horse battery';
const ATTEMPTS = 12;
const ROUNDS = 10;

/**
 * Section H of docs/explanation/security.md: taking over the administration of an installation, or leaving it without
 * an administrator.
 */
export function losingAdministrators(system: () => AttackedSystem): void {
  const passwordHash = hash(PASSWORD);
  let one: AttackedUser;
  let other: AttackedUser;

  beforeAll(async () => {
    one = await system().user('h-one');
    other = await system().user('h-other');
  });
  beforeEach(() => appoint(one, other));
  afterAll(() => appoint());

  /** Makes these users the only administrators; each could sign in with a password. */
  const appoint = async (...users: AttackedUser[]) => {
    await system().sql(
      `update api_gateway.users
          set role = case when id = any($1::bigint[]) then 'ADMIN' else 'USER' end,
              disabled_at = null,
              password_hash = case when id = any($1::bigint[]) then $2 else password_hash end
        where email is not null`,
      [users.map(({ id }) => id), await passwordHash],
    );
  };
  const administrators = () =>
    system().sql(`select 1 from api_gateway.users where role = 'ADMIN' and disabled_at is null`);
  const statusOf = async ({ token }: AttackedUser, method: string, path: string, body?: unknown) =>
    (await system().rest(method, path, token, body)).status;

  it.each([
    ['demote', { role: 'USER' }],
    ['disable', { disabled: true }],
  ])('two administrators who %s each other at once leave one of them', async (_name, body) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await appoint(one, other);
      const requests = Array.from({ length: ATTEMPTS }, () => [
        statusOf(one, 'PUT', `/admin/users/${other.id}`, body),
        statusOf(other, 'PUT', `/admin/users/${one.id}`, body),
      ]);
      const statuses = await Promise.all(requests.flat());
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(await administrators()).toHaveLength(1);
    }
  });

  it('the only administrator does not leave the others behind', async () => {
    await appoint(one);
    expect(await statusOf(one, 'DELETE', '/user', { current_password: PASSWORD })).toBe(409);
    expect(await administrators()).toHaveLength(1);
  });

  it('a page of another site shows the document of the API in no frame', async () => {
    const { headers } = await fetch(`${system().url}/api/v1/docs`);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it('an administrator reads nothing about people and money in a dead letter', async () => {
    const foreign = {
      name: 'SPOTIFY',
      creditor: { name: 'HORAK', id: 'RF18539007547034' },
      debtor: { name: '4111111111111111' },
      market_value: 99000,
      cash_balance: '150000',
    };
    const value = JSON.stringify({ type: 'transaction.upserted', payload: { userId: 7, document: foreign } });
    const [letter] = await system().sql<{ id: string }>(
      `insert into api_gateway.dead_letters (message_id, item, topic, key, value, headers, error, attempts)
       values (gen_random_uuid(), -1, 'transaction.upserted', '1', $1, '{}', 'unreadable', 1) returning id`,
      [value],
    );
    await eventually(async () => expect(await statusOf(one, 'GET', '/admin/users')).toBe(200));
    const path = `/admin/services/api-gateway/dead-letters/${letter?.id ?? ''}`;
    const shown = JSON.stringify(await system().data('GET', path, one.token));
    expect(shown).toContain('userId');
    const said = ['SPOTIFY', 'HORAK', 'RF1853', '4111', '99000', '150000'];
    expect(said.filter((text) => shown.includes(text))).toEqual([]);
    await system().sql('delete from api_gateway.dead_letters where id = $1', [letter?.id]);
  });

  it('users who came before the operator neither have the role nor keep it from the operator', async () => {
    await appoint();
    await eventually(async () => expect(await statusOf(one, 'GET', '/admin/users')).toBe(403));
    const guest = system().guest();
    const form = { name: 'Thief', email: 'h-thief@example.org', password: 'correct horse battery' };
    expect((await guest.get('/first-run')).status).toBe(303);
    const code = (await system().firstRunCode()) ?? '';
    const guessed = await guest.submit('/first-run', { ...form, code: 'AAAA-AAAA-AAAA' });
    expect(guessed.status).toBe(422);
    expect(
      (await guest.submit('/first-run', { ...form, email: 'h-operator@example.org', code })).status,
    ).toBe(303);
    expect(await administrators()).toHaveLength(1);
  });
}
