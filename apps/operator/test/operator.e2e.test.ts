import { SERVICES } from '@tributary/contracts';
import { eventually, freePort } from '@tributary/testing';
import { newTokenText, tokenHash } from '../../api-gateway/src/identity/codes/token-text';
import { OperatedSystem, printed } from './operated-system';

jest.setTimeout(180_000);

let system: OperatedSystem;
beforeAll(async () => {
  system = await OperatedSystem.start();
});
afterAll(() => system.stop());

const operator = (...words: string[]) => system.operator(...words);

async function poison(id: number, accountId: number): Promise<string> {
  const event = {
    id: `00000000-0000-4000-8000-00000000000${id}`,
    type: 'account.deleted',
    version: 1,
    occurredAt: new Date().toISOString(),
    payload: { id: accountId, version: 1, userId: 1 },
  };
  const { rows } = await system.database.query<{ id: string }>(
    `insert into rule_engine.dead_letters (message_id, item, topic, key, value, headers, error, attempts)
     values ($1, -1, $2, '1', $3, '{}', 'Error: a defect', 5) returning id`,
    [`letter-${id}`, 'account.deleted', JSON.stringify(event)],
  );
  return String(rows[0]?.id);
}

it('shows the state of every service', async () => {
  const { code, lines } = await operator('status');
  expect(code).toBe(0);
  const statuses = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(statuses.map(({ service }) => service)).toEqual(SERVICES);
  for (const status of statuses)
    expect(status).toMatchObject({ health: 'HEALTHY', dead_letters: 0, consumer_groups: null });
});

it('reports that the five schemas agree, and names what one of them has lost', async () => {
  const before = await operator('check', '--settle-seconds', '2');
  expect(before.lines.filter((line) => !line.startsWith('the same'))).toEqual([]);
  expect(before.code).toBe(0);

  const { rows } = await system.database.query<{ id: string; account_id: string }>(
    `update api_gateway.transactions set removed = true
      where id = (select min(id) from api_gateway.transactions where not removed) returning id, account_id`,
  );
  try {
    const after = await operator('check', '--settle-seconds', '0.2');
    expect(after.code).toBe(1);
    expect(JSON.parse(after.lines.at(-1) ?? '')).toMatchObject({
      check: 'transactions: rule-engine and the query model',
      subject: String(rows[0]?.account_id),
    });
  } finally {
    await system.database.query('update api_gateway.transactions set removed = false where id = $1', [
      rows[0]?.id,
    ]);
  }
});

it('replays, shows, lists and drops dead letters', async () => {
  const good = await poison(1, 4_000_000);
  const bad = await poison(2, 4_000_001);
  await system.database.query(`update rule_engine.dead_letters set value = '{"no":"event"}' where id = $1`, [
    bad,
  ]);

  const listed = await operator('dead-letters', 'list', 'rule-engine');
  expect(listed.lines.map((line) => String((JSON.parse(line) as { id: number }).id))).toEqual([good, bad]);
  expect(listed.lines.join()).not.toContain('occurredAt');
  const shown = await operator('dead-letters', 'show', 'rule-engine', good);
  expect(JSON.parse(shown.lines.join('\n'))).toMatchObject({
    topic: 'account.deleted',
    error: 'Error: a defect',
  });

  const replayed = await operator('dead-letters', 'replay', 'rule-engine');
  expect(replayed).toEqual({
    code: 1,
    lines: expect.arrayContaining(['1 replayed, 1 failed again']) as string[],
  });
  const left = await operator('dead-letters', 'list');
  expect(left.lines).toHaveLength(1);
  expect(JSON.parse(left.lines[0] ?? '')).toMatchObject({ attempts: '6' });

  expect(await operator('dead-letters', 'drop', 'rule-engine', bad)).toEqual({
    code: 0,
    lines: [`dropped ${bad}`],
  });
  expect((await operator('dead-letters', 'list')).lines).toEqual(['no dead letters']);
});

it('rebuilds a wrong query model from the services that own the data', async () => {
  const atRest = await checksumsAtRest();
  await system.database.query(
    `update api_gateway.transactions set amount = 1, shaped = null where id % 7 = 0;
     delete from api_gateway.rules;
     delete from api_gateway.transfer_logs where id % 2 = 0;
     update api_gateway.accounts set version = version + 100, document = document || '{"name": "wrong"}';
     update api_gateway.webhook_deliveries set status = 'FAILED';
     delete from api_gateway.webhook_events where id % 2 = 0;
     delete from api_gateway.destinations`,
  );
  expect((await operator('query-model', 'checksum')).lines).not.toEqual(atRest);
  const { code, lines } = await operator('query-model', 'rebuild');
  expect({ code, last: lines.at(-1) }).toEqual({
    code: 0,
    last: expect.stringContaining('the query model was rebuilt') as string,
  });
  expect((await operator('query-model', 'checksum')).lines).toEqual(atRest);
  const status = JSON.parse((await operator('query-model', 'status')).lines.join()) as object;
  expect(status).toMatchObject({ state: 'DONE', dead_letters: 0 });
  expect(await operator('query-model', 'cancel')).toEqual({ code: 0, lines: ['no rebuild is under way'] });
});

it('says how to back up a PostgreSQL whose log has no points to restore to', async () => {
  const { code, lines } = await operator('backup-point');
  expect({ code, lines: lines.length }).toEqual({ code: 1, lines: 1 });
  expect(lines[0]).toMatch(/^no point was made: .*wal_level = minimal.*"npx tributary backup FILE"/);
});

it('explains a wrong argument in one line', async () => {
  expect(await operator('dead-letters', 'list', 'bank-engine')).toEqual({
    code: 1,
    lines: [expect.stringContaining('there is no service "bank-engine": it is one of') as string],
  });
  expect(await operator('dead-letters', 'replay', 'rule-engine', '77')).toEqual({
    code: 1,
    lines: ['rule-engine has no dead letter 77 that waits'],
  });
  const none = { DATA_DIR: '/nowhere' };
  expect(await printed(['status'], none)).toEqual(failed('TRIBUTARY_URL is missing'));
  const url = { ...none, TRIBUTARY_URL: 'http://127.0.0.1:1' };
  expect(await printed(['status'], url)).toEqual(failed('TRIBUTARY_TOKEN is missing'));
  expect(await printed(['check'], none)).toEqual(failed('DATABASE_ADMIN_URL is missing'));
  const database = { ...url, DATABASE_ADMIN_URL: 'postgres://admin:very-secret@127.0.0.1:1/none' };
  const away = await printed(['status'], database);
  expect(away).toEqual(failed('ECONNREFUSED'));
  expect(away.lines.join()).not.toContain('very-secret');
});

const failed = (text: string) => ({ code: 1, lines: [expect.stringContaining(text) as string] });

describe('with a token instead of the database', () => {
  const status = (token: string) => system.administered(token, 'users', 'list');

  it('works for an administrator’s personal token', async () => {
    expect((await status(system.token)).code).toBe(0);
    const shown = await system.administered(system.token, 'dead-letters', 'list');
    expect(shown).toEqual({ code: 0, lines: ['no dead letters'] });
  });

  it('says what a token lacks, and never prints it', async () => {
    const { rows } = await system.database.query<{ id: string }>(
      `insert into users (name, email, plan) values ('Guest', 'guest@example.com', 'FREE') returning id`,
    );
    const insert = (kind: string, owner: number, scopes: string | null) =>
      tokenOf(system, { kind, owner, scopes });
    const guest = await insert('PERSONAL', Number(rows[0]?.id), null);
    expect(await status(guest)).toEqual(failed('of an administrator'));
    const narrow = await insert('PERSONAL', 1, '{accounts:read}');
    expect(await status(narrow)).toEqual(failed('without restrictions'));
    const app = await insert('OAUTH', 1, '{accounts:read}');
    expect(await status(app)).toEqual(failed('TRIBUTARY_TOKEN is the token of an app'));
    const ended = await status('trb_unheard_of');
    expect(ended).toEqual(failed('the token does not count'));
    for (const token of [guest, narrow, app, 'trb_unheard_of']) {
      expect((await status(token)).lines.join()).not.toContain(token);
    }
  });

  it('says that nothing answers at the address', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const settings = { DATA_DIR: '/nowhere', TRIBUTARY_URL: url, TRIBUTARY_TOKEN: 'trb_x' };
    expect(await printed(['status'], settings)).toEqual(
      failed(`${url} does not answer (ECONNREFUSED): does Tributary run there?`),
    );
  });
});

it('gives a lent token back at the end of the command', async () => {
  expect((await operator('users', 'list')).code).toBe(0);
  const { rows } = await system.database.query(
    `select 1 from tokens where name like 'tributary command of %'`,
  );
  expect(rows).toEqual([]);
  const { rows: events } = await system.database.query<{ kind: string }>(
    `select kind from security_events where details->>'name' = 'tributary command of night shift'`,
  );
  const count = (of: string) => events.filter(({ kind }) => kind === of).length;
  expect(count('TOKEN_CREATED')).toBeGreaterThan(0);
  expect(count('TOKEN_REVOKED')).toBe(count('TOKEN_CREATED'));
});

/** Inserts a token. @returns its text */
async function tokenOf(
  { database }: OperatedSystem,
  { kind, owner, scopes }: { readonly kind: string; readonly owner: number; readonly scopes: string | null },
): Promise<string> {
  const text = newTokenText();
  const grant = `with app as (
      insert into oauth_apps (client_id, user_id, name, redirect_uris, scopes, confidential, manages_users)
      values (gen_random_uuid(), $2, 'App', '{}', '{}', true, false) returning id)
    insert into grants (user_id, app_id, scopes) select $2, id, '{accounts:read}' from app returning id`;
  const { rows } =
    kind === 'OAUTH'
      ? await database.query<{ id: string }>(grant.replaceAll('$2', '$1'), [owner])
      : { rows: [] };
  await database.query(
    `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, expires_at)
     values ($1, $2, 'test', $3, $4, $5, now() + interval '1 hour')`,
    [owner, kind, tokenHash(text), scopes, rows[0]?.id ?? null],
  );
  return text;
}

/** Returns the checksums when all work is done. */
async function checksumsAtRest(): Promise<string[]> {
  let before: string[] = [];
  await eventually(
    async () => {
      const last = before;
      before = (await operator('query-model', 'checksum')).lines;
      expect(before).toEqual(last);
    },
    { timeoutMs: 60_000, intervalMs: 3000 },
  );
  return before;
}
