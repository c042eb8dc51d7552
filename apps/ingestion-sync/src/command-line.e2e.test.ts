import { ReprocessingUpsertedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { SecretBox } from '@tributary/secrets';
import { eventually, workspaceRoot } from '@tributary/testing';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { openConsent, sealConsent } from './connections/consent-secret';
import { FIXTURE_KEY, IngestionFixture } from './testing/ingestion.fixture';

let fixture: IngestionFixture;
let connectionId: number;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
  connectionId = (await fixture.connect('BERKA_3')).connection.id;
  await fixture.settled();
});
afterAll(() => fixture.close());

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly errors: string;
}

/** Runs a command as an operator does. */
function run(
  command: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const main = path.join(workspaceRoot(), 'dist/apps/ingestion-sync/src', `${command}.js`);
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: fixture.databaseUrl,
      ENCRYPTION_KEY: FIXTURE_KEY,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, lines: output.trim().split('\n'), errors }));
  });
}

describe('rotate-keys', () => {
  const consent = { consentId: 'c-1', secret: 'hidden' };

  async function sealed(): Promise<{ consentId: string; consentSecret: string }> {
    const [row] = await fixture.rows<{ consentId: string; consentSecret: string }>(
      'select consent_id as "consentId", consent_secret as "consentSecret" from connections',
    );
    if (!row) throw new Error('there is no connection');
    return row;
  }

  it('seals everything with the new key beside the running service, and tells how far it is', async () => {
    const { consentSecret } = sealConsent(new SecretBox(FIXTURE_KEY), consent);
    await fixture.rows('update connections set consent_id = $1, consent_secret = $2', [
      consent.consentId,
      consentSecret,
    ]);
    const key = randomBytes(32).toString('base64');
    const ended = await run('rotate-keys', [], {
      ENCRYPTION_KEY: key,
      ENCRYPTION_KEYS_ACCEPTED: FIXTURE_KEY,
    });
    expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(ended.lines).toContain('connections.consent_secret: done, 1 sealed anew, none left');
    expect(ended.lines).toContain('financial_accounts.present_user_sealed: done, 0 sealed anew, none left');
    expect(openConsent(new SecretBox(key), await sealed()).secret).toBe('hidden');
  });

  it('without the key that sealed it stops with an error that shows no secret, and changes nothing', async () => {
    const { consentSecret } = sealConsent(new SecretBox(FIXTURE_KEY), consent);
    await fixture.rows('update connections set consent_id = $1, consent_secret = $2', [
      consent.consentId,
      consentSecret,
    ]);
    const key = randomBytes(32).toString('base64');
    const ended = await run('rotate-keys', [], { ENCRYPTION_KEY: key });
    expect(ended.code).toBe(1);
    expect(ended.errors).toContain('key rotation failed');
    for (const secret of ['hidden', key, FIXTURE_KEY]) expect(ended.errors).not.toContain(secret);
    expect(await sealed()).toEqual({ consentId: consent.consentId, consentSecret });
  });

  it('names the settings that it misses', async () => {
    const ended = await run('rotate-keys', [], { ENCRYPTION_KEY: '' });
    expect(ended).toMatchObject({ code: 1, errors: expect.stringContaining('ENCRYPTION_KEY') as string });
  });
});

describe('reprocess', () => {
  it('reads a connection’s kept rows again, and tells how far it is until the end', async () => {
    const spoiled = await fixture.rows(
      `update transactions set document = document - 'remittance_information' - 'codes', content_hash = 'earlier'
        where id % 3 = 0 and (document->'remittance_information' is not null or document->'codes' is not null)
       returning id`,
    );
    const [{ total } = { total: 0 }] = await fixture.rows<{ total: number }>(
      'select count(*)::int as total from transactions',
    );
    const ended = await run('reprocess', ['--connection', String(connectionId)]);
    expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(ended.lines[0]).toBe(`reprocessing 1: ${total} transactions of 3 accounts`);
    const end = `${total} of ${total} read, ${spoiled.length} changed, 0 unreadable, DONE`;
    expect(ended.lines.at(-1)).toBe(`reprocessing 1: ${end}`);
    await eventually(() => {
      const told = fixture.events(TransactionUpsertedV1).flatMap(({ transactions }) => transactions);
      expect(told.filter(({ version }) => version === 2)).toHaveLength(spoiled.length);
      const progress = fixture.events(ReprocessingUpsertedV1).map(({ document }) => document);
      expect(progress.map(({ status }) => status)).toEqual(
        expect.arrayContaining(['PENDING', 'RUNNING', 'DONE']),
      );
      expect(progress.at(-1)).toMatchObject({
        transactions_done: total,
        finished_at: expect.any(String) as string,
      });
    });
  });

  it.each([
    ['nothing chosen', [], 'usage: reprocess'],
    ['what is no id', ['--accounts', '1,x'], 'x is no id'],
    ['accounts that there are not', ['--accounts', '99999'], 'there is no such account'],
  ])('%s ends it with an error that says what to do', async (_, args, message) => {
    const ended = await run('reprocess', args);
    expect(ended).toMatchObject({ code: 1, errors: expect.stringContaining(message) as string });
    expect(await fixture.rows('select 1 from reprocessings')).toHaveLength(1);
  });
});
