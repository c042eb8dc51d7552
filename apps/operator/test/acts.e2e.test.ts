import { Visitor, eventually } from '@tributary/testing';
import { SERVICES } from '@tributary/contracts';
import { OperatedSystem } from './operated-system';

jest.setTimeout(180_000);

let system: OperatedSystem;
beforeAll(async () => {
  system = await OperatedSystem.start();
});
afterAll(() => system.stop());

const operator = (...words: string[]) => system.operator(...words);
const containing = (text: string): unknown => expect.stringContaining(text);

it('encrypts everything with the new key, and says when the old key may be removed', async () => {
  const { code, lines } = await operator('re-encrypt');
  expect(code).toBe(0);
  for (const service of SERVICES) {
    const line = lines.find((one) => one.startsWith(`${service}: `)) ?? '';
    expect(line).toMatch(/: \d+ values sealed again with key [\w-]{8}, none names another key$/);
  }
  expect(lines.at(-1)).toBe('old keys may go');
  expect((await operator('re-encrypt', 'ingestion-sync')).lines.at(-1)).toContain('ingestion-sync: 0 values');
});

it('syncs accounts and shows the progress until the end', async () => {
  expect((await operator('sync', '1', '--dry-run')).lines).toEqual(['1 accounts would be synced now']);
  const { code, lines } = await operator('sync', '--connection', '1');
  expect(code).toBe(0);
  expect(lines).toContain('2 accounts are synced now');
  expect(lines.at(-1)).toBe('2 of 2 synced');
  const none = 'say which accounts: their ids, or one of the options --connection and --user';
  expect(await operator('sync')).toEqual({ code: 1, lines: [none] });
  expect(await operator('sync', '4711')).toEqual({ code: 1, lines: ['there is no account 4711'] });
  const words = await operator('sync', 'one');
  expect(words).toEqual({ code: 1, lines: [containing('"one" is not an id')] });
});

it('maps stored rows again, and reports each step', async () => {
  const { code, lines } = await operator('reprocess', '--all');
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^\d+ transactions of 2 accounts are read again$/));
  expect(lines.at(-1)).toMatch(/^reprocessing 1: (\d+) of \1 read, 0 changed, 0 unreadable, DONE$/);
});

it('counts a window of webhooks, then replays it', async () => {
  const window = ['--endpoint', '1', '--from', '2020-01-01', '--to', '2120-01-01T00:00:00Z'];
  const counted = await operator('webhooks', 'replay', ...window, '--all', '--dry-run');
  const [count = ''] = /^\d+/.exec(counted.lines[0] ?? '') ?? [];
  expect(Number(count)).toBeGreaterThan(0);
  const attempts = async () => {
    const { rows } = await system.database.query<{ attempts: number; messages: number }>(
      `select sum(attempts)::int as attempts, count(distinct message_id)::int as messages
         from webhook_dispatcher.deliveries where endpoint_id = 1 and status = 'DELIVERED'`,
    );
    return rows[0];
  };
  const before = await attempts();
  const replayed = await operator('webhooks', 'replay', ...window, '--all', '--per-second', '1000');
  expect(replayed.code).toBe(0);
  await eventually(async () =>
    expect(await attempts()).toEqual({
      attempts: (before?.attempts ?? 0) + Number(count),
      messages: before?.messages,
    }),
  );
  const failed = await operator('webhooks', 'replay', ...window, '--failed-only');
  expect(failed.lines).toEqual([containing('0 deliveries to endpoint 1 failed or were discarded')]);
  const day = await operator('webhooks', 'replay', '--endpoint', '1', '--from', 'then', '--to', 'now');
  expect(day).toEqual({ code: 1, lines: [containing('"then" is not a time, such as')] });
});

it('creates and disables users; shows their names only on request', async () => {
  const created = await operator('users', 'create', '--email', 'Night@example.com', '--name', 'Night');
  const [, id = ''] = /^user (\d+)$/.exec(created.lines[0] ?? '') ?? [];
  expect(created.lines[1]).toMatch(/^password, shown this once: [a-z2-9-]{23}$/);
  const password = created.lines[1]?.split(': ')[1] ?? '-';
  expect((await operator('users', 'list')).lines.join()).not.toContain('night@example.com');
  const shown = await operator('users', 'show', 'night@example.com', '--names');
  expect(JSON.parse(shown.lines[0] ?? '')).toMatchObject({ id, name: 'Night', plan: 'FREE' });
  expect((await operator('users', 'set-plan', id, '--plan', 'PLUS')).lines).toEqual([
    `user ${id} is on plan PLUS`,
  ]);
  const given = await operator('users', 'set-role', 'night@example.com', '--role', 'ADMIN');
  expect(given.lines).toEqual([`user ${id} has the role ADMIN`]);
  expect(await operator('users', 'list')).toEqual({
    code: 1,
    lines: [containing('several administrators: set TRIBUTARY_USER')],
  });
  system.administrator = 'night@example.com';
  expect(await operator('users', 'set-role', id, '--role', 'USER')).toEqual({
    code: 1,
    lines: [containing('the only administrator who can sign in')],
  });
  const reset = await operator('users', 'reset-password', id);
  expect(reset.lines[0]).toBe('0 sessions ended');
  const { rows } = await system.database.query<{ text: string }>(
    `select coalesce(string_agg(r::text, ' '), '') as text from operator_requests r`,
  );
  for (const secret of [password, reset.lines[1]?.split(': ')[1] ?? '-', 'night@example']) {
    expect(rows[0]?.text.toLowerCase()).not.toContain(secret);
  }

  expect(await system.statusOf('/finance/accounts')).toBe(200);
  expect((await operator('users', 'disable', '1')).lines).toEqual([containing('user 1 is disabled')]);
  await eventually(async () => expect(await system.statusOf('/finance/accounts')).toBe(401));
  expect((await operator('users', 'enable', '1')).lines).toEqual(['user 1 is enabled']);
  expect(await system.statusOf('/finance/accounts')).toBe(200);
  const nobody = await operator('users', 'show', 'nobody@example.com');
  expect(nobody).toEqual({ code: 1, lines: ['there is no user with this e-mail address'] });
});

it('invites people by links that work once, lists them, and withdraws them', async () => {
  const create = async (...words: string[]) => {
    const { lines } = await operator('invitations', 'create', ...words);
    const [, id = ''] = /^invitation (\d+), until \d{4}-/.exec(lines[0] ?? '') ?? [];
    const [, link = ''] = /^link, shown this once: (.*)$/.exec(lines[1] ?? '') ?? [];
    return { id, link };
  };
  const [bound, free] = [await create('--email', 'Guest@example.com', '--days', '2'), await create()];
  expect(bound.link).toMatch(/^http:\/\/[\w.:]+\/sign-up\?invitation=trb_inv_\w{49}$/);
  const { searchParams, pathname, search } = new URL(bound.link);
  const invitation = searchParams.get('invitation') ?? '';
  const guest = { email: 'guest@example.com', name: 'Guest', password: 'correct horse battery', invitation };
  const used = await new Visitor(system.url).submit(`${pathname}${search}`, guest, '/sign-up');
  expect(used.status).toBe(303);

  const listed = async (...words: string[]) => (await operator('invitations', 'list', ...words)).lines;
  const [first, second] = (await listed('--names')).map((line) => JSON.parse(line) as object);
  expect(first).toMatchObject({ id: bound.id, user: expect.stringMatching(/^\d+$/) as string });
  expect(second).toMatchObject({ id: free.id, for_one_address: false, email: null });
  expect((await operator('invitations', 'withdraw', free.id)).code).toBe(0);
  expect(await listed()).toHaveLength(1);
  expect((await new Visitor(system.url).get(free.link.replace(system.url, ''))).status).toBe(403);
  expect(await operator('invitations', 'withdraw', free.id)).toEqual({
    code: 1,
    lines: [`there is no invitation ${free.id} that can still be used`],
  });
});

it('records requests with their operator, and acts with their administrator', async () => {
  const { lines } = await operator('log', 'api-gateway', '--last', '100');
  const records = lines.map((line) => JSON.parse(line) as { kind: string; requested_by: string });
  const by = (author: RegExp) =>
    records.filter((one) => author.test(one.requested_by)).map(({ kind }) => kind);
  const ofOperator = ['reset-password', 'set-role'];
  expect(by(/^night shift$/)).toEqual(expect.arrayContaining(ofOperator));
  const ofAdministrators = ['USER_CREATED', 'USER_CHANGED', 'WORK_REQUESTED', 're-encrypt'];
  expect(by(/^administrator \d+$/)).toEqual(expect.arrayContaining(ofAdministrators));
  expect(lines.join()).not.toMatch(/"(password|token)":|night@example/);
});

it('ends tokens, which stay listed', async () => {
  const listed = await operator('tokens', 'list', '1');
  const [token] = listed.lines.map((line) => JSON.parse(line) as { id: string; revoked_at: string | null });
  expect(token?.revoked_at).toBeNull();
  expect((await operator('tokens', 'revoke', String(token?.id))).lines).toEqual([
    `token ${token?.id} is revoked`,
  ]);
  await eventually(async () => expect(await system.statusOf('/finance/accounts')).toBe(401));
  expect((await operator('tokens', 'revoke-all', '1')).lines.at(-1)).toMatch(
    /^\d+ tokens and 0 grants are revoked$/,
  );
  expect((await operator('grants', 'list', '1')).lines).toEqual(['no grants']);
  expect((await operator('apps', 'list')).lines).toEqual(['no apps']);
  expect(await operator('grants', 'revoke', '1')).toEqual({
    code: 1,
    lines: ['there is no grant 1 that holds'],
  });
});

describe('erasing a user', () => {
  beforeAll(async () => {
    await system.database.query(
      `with app as (
         insert into oauth_apps (client_id, user_id, name, redirect_uris, scopes, confidential, manages_users)
         values ('manager', 1, 'Manager', '{}', '{}', true, true) returning id)
       insert into users (name, plan, managed_by, managed_id) select 'Managed', 'FREE', id, 'their-7' from app`,
    );
  });

  const of = async (sql: string) => {
    const { rows } = await system.database.query<{ count: number }>(
      `select count(*)::int as count from ${sql}`,
    );
    return rows[0]?.count ?? -1;
  };
  const transactions = () => of('ingestion_sync.transactions');
  const requests = () =>
    of(`operator_requests where kind = 'erase-user' and parameters @> '{"dryRun": false}'`);

  it('lists what would be erased, and erases only after confirmation', async () => {
    const shown = await transactions();
    const dry = await operator('users', 'erase', '1', '--dry-run', '--yes');
    expect(dry.code).toBe(0);
    const doomed = { user: 1, managed_users: 1, apps: 1, connections: 1, accounts: 2, webhook_endpoints: 1 };
    expect(JSON.parse(dry.lines[0] ?? '')).toMatchObject({ ...doomed, transactions: shown });
    const bare = await operator('users', 'erase', '1');
    expect(bare).toEqual({
      code: 1,
      lines: [
        ...dry.lines,
        'nothing was erased: give --yes to erase user 1 and 1 whom their apps manage for good',
      ],
    });
    expect([await transactions(), await requests()]).toEqual([shown, 0]);
    expect(await operator('users', 'erase', 'nobody@example.com', '--yes')).toEqual({
      code: 1,
      lines: ['there is no user with this e-mail address'],
    });
  });

  it('shows the progress until all five services have finished, and records the operator', async () => {
    expect(await transactions()).toBeGreaterThan(0);
    const { code, lines } = await operator('users', 'erase', '1', '--yes');
    expect(code).toBe(0);
    expect(lines[1]).toMatch(/^user 1 is deleted, and erasure [0-9a-f-]{36} has begun$/);
    expect(lines.at(-2)).toBe('5 of 5 services have erased');
    expect(lines.at(-1)).toMatch(/^user 1 is erased: \d+ rows in 5 services$/);
    expect([await transactions(), await of(`users where name = 'Managed'`)]).toEqual([0, 0]);
    const records = (await operator('log', 'api-gateway')).lines.map(
      (line) => JSON.parse(line) as { kind: string },
    );
    expect(records.filter(({ kind }) => kind === 'erase-user')).toContainEqual(
      expect.objectContaining({
        kind: 'erase-user',
        requested_by: 'night shift',
        parameters: { dryRun: false },
        outcome: containing('"user":1,'),
      }),
    );
  });

  it('is reported again by the id of an erased user, and does not begin again', async () => {
    const { code, lines } = await operator('users', 'erase', '1', '--yes');
    expect(code).toBe(0);
    expect(lines[0]).toBe('user 1 is deleted, and the erasure has begun');
    expect(lines.at(-1)).toContain('user 1 is erased');
    expect(await requests()).toBe(1);
    const shown = await operator('users', 'show', '1');
    expect(shown).toEqual({ code: 1, lines: ['there is no user 1'] });
  });
});
