import { ReprocessingUpsertedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { SecretBox } from '@tributary/secrets';
import { requestOperation, eventually } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { openConsent, sealConsent } from '../../../src/connections/consents/consent-secret';
import { CALLER, FIXTURE_KEY, IngestionFixture } from '../../ingestion.fixture';

let fixture: IngestionFixture;
let connectionId: number;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const START = daysAgo(60);

beforeAll(async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 6 });
  connectionId = (await fixture.connect('BERKA_3', { sync_start_date: START })).connection.id;
  await fixture.settled();
});
afterAll(() => fixture.close());

const ask = async <Outcome>(kind: string, parameters: object): Promise<Outcome> =>
  JSON.parse(await requestOperation((sql, values) => fixture.rows(sql, values), kind, parameters)) as Outcome;

interface Synced {
  readonly scheduled: number;
  readonly waiting: number;
  readonly next_allowed_at: string | null;
  readonly reopened: number;
  readonly refused: { account: number; reason: string }[];
}

const sync = (parameters: object) => ask<Synced>('sync-accounts', { dryRun: false, ...parameters });

const lastSyncs = () =>
  fixture.rows<{ id: number; at: Date }>(
    'select id::float8 as id, transactions_synced_at as at from financial_accounts order by id',
  );

describe('a sync', () => {
  it('as a dry run reports its effects, and changes no data', async () => {
    const before = await lastSyncs();
    const outcome = await sync({ connectionId, dryRun: true });
    expect(outcome).toMatchObject({ scheduled: 3, waiting: 0, reopened: 0, refused: [] });
    await fixture.settled();
    expect(await lastSyncs()).toEqual(before);
  });

  it('reads the accounts immediately, says why others cannot be read, and continues', async () => {
    const before = await lastSyncs();
    const [first, ...others] = before;
    await fixture.rows('update financial_accounts set enabled = false where id = $1', [first?.id]);
    const outcome = await sync({ userId: CALLER.userId });
    expect(outcome).toMatchObject({
      scheduled: 2,
      refused: [{ account: first?.id, reason: 'The account is disabled; enable it to sync it.' }],
    });
    await fixture.settled();
    const after = await lastSyncs();
    expect(after[0]).toEqual(first);
    for (const { id, at } of others) {
      expect(after.find((account) => account.id === id)?.at.getTime()).toBeGreaterThan(at.getTime());
    }
    await fixture.rows('update financial_accounts set enabled = true where id = $1', [first?.id]);
  });

  it('from an earlier day on loads the history before', async () => {
    const id = (await lastSyncs())[2]?.id;
    const older = async () => {
      const [row] = await fixture.rows<{ count: number }>(
        'select count(*)::int as count from transactions where account_id = $1 and booking_date < $2',
        [id, START],
      );
      return row?.count ?? 0;
    };
    expect(await older()).toBe(0);
    expect(await sync({ accountIds: [id], from: daysAgo(140), dryRun: true })).toMatchObject({ reopened: 1 });
    await sync({ accountIds: [id], from: daysAgo(140) });
    await fixture.settled();
    expect(await older()).toBeGreaterThan(0);
    expect(await sync({ accountIds: [id], from: daysAgo(90), dryRun: true })).toMatchObject({ reopened: 0 });
  });

  it('never exceeds the daily allowance: accounts without calls wait, and the time is published', async () => {
    let outcome = await sync({ connectionId });
    for (let round = 0; round < 8 && outcome.waiting < 3; round += 1) {
      await fixture.settled();
      outcome = await sync({ connectionId });
    }
    expect(outcome.waiting).toBe(3);
    expect(Date.parse(outcome.next_allowed_at ?? '')).toBeGreaterThan(Date.now());
    const bank = (await fixture.control('GET', '/ledger/provider-a?institution=BERKA_3')) as {
      accounts: { requests_beyond_allowance: number }[];
    };
    expect(bank.accounts.map((account) => account.requests_beyond_allowance)).toEqual([0, 0, 0]);
  });

  it.each([
    ['an account that is not there', { accountIds: [99_999] }, 'there is no account 99999'],
    ['a connection without accounts', { connectionId: 99_999 }, 'there is no such account'],
    ['what is no id', { accountIds: ['x'] }, 'accountIds/0: expected integer'],
  ])('of %s says so', async (_, parameters, message) => {
    await expect(sync(parameters)).rejects.toThrow(message);
  });
});

it('a reprocessing adds what an earlier mapping omitted, for all chosen accounts', async () => {
  const spoiled = await fixture.rows<{ id: number }>(
    `update transactions set document = document - 'remittance_information' - 'codes', content_hash = 'earlier'
      where id % 3 = 0 and (document->'remittance_information' is not null or document->'codes' is not null)
     returning id::float8 as id`,
  );
  const begun = await ask<{ ids: number[]; accounts: number }>('reprocess', { connectionId });
  expect(begun.accounts).toBe(3);
  const [id] = begun.ids;
  await eventually(() => {
    const last = fixture.events(ReprocessingUpsertedV1).filter((event) => event.id === id);
    expect(last.at(-1)?.document).toMatchObject({ status: 'DONE', transactions_changed: spoiled.length });
  });
  const published = fixture.events(TransactionUpsertedV1).flatMap(({ transactions }) => transactions);
  const mended = new Set(spoiled.map((row) => row.id));
  expect(new Set(published.filter(({ version }) => version > 1).map((one) => one.id))).toEqual(mended);
  expect(mended.size).toBeGreaterThan(0);
});

describe('encrypting again', () => {
  const consent = { consentId: 'c-1', secret: 'hidden' };
  const sealed = async () => {
    const [row] = await fixture.rows<{ consentId: string; consentSecret: string }>(
      'select consent_id as "consentId", consent_secret as "consentSecret" from connections',
    );
    if (!row) throw new Error('there is no connection');
    return row;
  };

  it('runs in the service, with its current key, and reports answers that are kept for a day', async () => {
    const { consentSecret } = sealConsent(new SecretBox(FIXTURE_KEY), consent);
    await fixture.rows('update connections set consent_id = $1, consent_secret = $2', ['c-1', consentSecret]);
    const kept = new SecretBox(FIXTURE_KEY).seal('an answer', 'command');
    await fixture.rows(
      `insert into processed_commands (command_id, request_hash, reply)
       values ('old', '', $1), ('older', '', $1)`,
      [JSON.stringify({ ok: true, result: { sealed: kept } })],
    );
    await fixture.rows(
      `update processed_commands set created_at = now() - interval '25 hours' where command_id = 'older'`,
    );
    const key = randomBytes(32).toString('base64');
    await fixture.stopInstance();
    await fixture.startInstance({ encryptionKey: key, acceptedEncryptionKeys: [FIXTURE_KEY] });
    const outcome = await ask<{ until: string }>('re-encrypt', {});
    const box = new SecretBox(key);
    expect(outcome).toMatchObject({ key: box.keyId, sealed_again: 1, passing: 1 });
    expect(Date.parse(outcome.until) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(openConsent(box, await sealed()).secret).toBe('hidden');
  });

  it('without the key of a value stops with an error that shows no secret, and changes no row', async () => {
    const before = await sealed();
    const key = randomBytes(32).toString('base64');
    await fixture.stopInstance();
    await fixture.startInstance({ encryptionKey: key });
    const failure = ask('re-encrypt', {}).catch((error: unknown) => String(error));
    expect(await failure).toContain('sealed with another key');
    for (const secret of ['hidden', key, FIXTURE_KEY]) expect(await failure).not.toContain(secret);
    expect(await sealed()).toEqual(before);
  });
});
