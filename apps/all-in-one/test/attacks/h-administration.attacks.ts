import { hash } from '@node-rs/argon2';
import { eventually } from '@tributary/testing';
import type { AttackedSystem, AttackedUser } from './attacked-system';

const PASSWORD = 'correct horse battery';
const ATTEMPTS = 12;
const ROUNDS = 10;

/** Section H of docs/explanation/security.md: taking the administration of an installation, or leaving it without one. */
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

  /** The only administrators of the installation; each could sign in with a password. */
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
