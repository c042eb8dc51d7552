import { GatewayUnderTest } from '../../gateway-under-test';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

it('ended access is deleted; valid or recently ended access stays', async () => {
  const { database } = gateway;
  const [ended, holds] = [await gateway.user('ended@example.com'), await gateway.user('holds@example.com')];
  await database.execute(
    `insert into user_exports (user_id, finished_at, expires_at)
     values ($1, now(), now() - interval '1 second'), ($2, now(), now() + interval '1 minute')`,
    [ended, holds],
  );
  await database.execute(
    `insert into user_erasures (user_id, user_ids, erased_at)
     values (901, '{901}', now() - interval '31 days'), (902, '{902}', now() - interval '29 days'), (903, '{903}', null)`,
  );
  await database.execute(
    `insert into invitations (code_hash, expires_at)
     values ('ended', now() - interval '1 second'), ('holds', now() + interval '1 minute')`,
  );
  await database.execute(
    `insert into mails (kind, occasion, details, address, message_id, code_expires_at)
     values ('SIGN_UP', 'x', '{}', 'ended@x.example', gen_random_uuid(), now() - interval '1 second'),
            ('SIGN_UP', 'y', '{}', 'holds@x.example', gen_random_uuid(), now() + interval '1 minute')`,
  );
  await database.execute(
    `insert into tokens (user_id, kind, name, token_hash, expires_at)
     select $1, kind, age, sha256((kind || age)::bytea), now() - age::interval
       from unnest('{OAUTH,PERSONAL}'::text[]) kind, unnest('{25 hours,23 hours}'::text[]) age`,
    [holds],
  );

  expect(await gateway.endedAccess.round()).toBe(false);

  expect(await database.query('select user_id from user_exports')).toEqual([{ user_id: holds }]);
  const invitations = await database.query(`select convert_from(code_hash, 'UTF8') as code from invitations`);
  expect(invitations).toEqual([{ code: 'holds' }]);
  expect(await database.query('select address from mails')).toEqual([{ address: 'holds@x.example' }]);
  const erasures = 'select user_id from user_erasures order by user_id';
  expect(await database.query(erasures)).toEqual([{ user_id: 902 }, { user_id: 903 }]);
  expect(await database.query('select kind, name from tokens order by kind, name')).toEqual([
    { kind: 'OAUTH', name: '23 hours' },
    { kind: 'PERSONAL', name: '23 hours' },
    { kind: 'PERSONAL', name: '25 hours' },
  ]);
});
