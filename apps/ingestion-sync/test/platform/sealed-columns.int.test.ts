import { SecretBox } from '@tributary/secrets';
import { rotateKeys } from '@tributary/service';
import { randomBytes } from 'node:crypto';
import { openConsent, sealConsent } from '../../src/connections/consents/consent-secret';
import { SEALED_COLUMNS } from '../../src/platform/sealed-columns';
import { FIXTURE_KEY, IngestionFixture } from '../ingestion.fixture';
import { rejectedContext } from '../../src/transactions/unread/unread-rows.store';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
afterAll(() => fixture.close());

it('every encrypted column is in the rotation of keys, and can be read with the new one only', async () => {
  await fixture.fault({ kind: 'bad_amount', path: '/transactions/', rows: 0, value: 'much', times: 1 });
  const { connection } = await fixture.connect('BERKA_1');
  await fixture.settled();
  const before = new SecretBox(FIXTURE_KEY);
  const { consentSecret } = sealConsent(before, { consentId: 'c-1', secret: 'hidden' });
  await fixture.rows(`update connections set consent_id = 'c-1', consent_secret = $1`, [consentSecret]);
  await fixture.rows(`update consent_setups set consent_id = 'c-1', consent_secret = $1`, [consentSecret]);
  await fixture.rows(
    `insert into unwanted_consents (provider, consent_id, consent_secret, next_attempt_at)
     values ('PROVIDER_C', 'c-1', $1, now() + interval '1 day')`,
    [consentSecret],
  );

  const key = randomBytes(32).toString('base64');
  await rotateKeys(fixture.database, new SecretBox(key, [FIXTURE_KEY]), SEALED_COLUMNS, () => undefined);
  const after = new SecretBox(key);
  for (const table of ['connections', 'consent_setups', 'unwanted_consents']) {
    const [row] = await fixture.rows<{ consentId: string; consentSecret: string }>(
      `select consent_id as "consentId", consent_secret as "consentSecret" from ${table}`,
    );
    expect(row && openConsent(after, row).secret).toBe('hidden');
  }
  const [rejected] = await fixture.rows<{ account_id: string; fingerprint: string; raw_sealed: string }>(
    'select account_id, fingerprint, raw_sealed from rejected_transactions',
  );
  if (!rejected) throw new Error('nothing was rejected');
  const context = rejectedContext(rejected.account_id, rejected.fingerprint);
  expect(JSON.parse(after.open(rejected.raw_sealed, context))).toMatchObject({
    transactionAmount: { amount: 'much' },
  });
  expect(connection.document.status).toBe('ACTIVE');

  // Fails for a new encrypted column without a rotation.
  const sealed = await fixture.rows<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'ingestion_sync' and column_name ~ '(sealed|secret)$' order by 1, 2`,
  );
  expect(sealed.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual(
    SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});
