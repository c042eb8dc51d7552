import { InstitutionUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';

let fixture: IngestionFixture;
afterEach(() => fixture.close());

const settings = { institutionsEveryHours: 24, sync: { consentWatchMs: 20 } };

function published() {
  return fixture.events(InstitutionUpsertedV1).filter(({ document }) => document.integrator === 'PROVIDER_A');
}

async function listed(): Promise<void> {
  await eventually(async () => {
    expect(
      await fixture.rows(
        `select 1 from institution_catalogues where provider = 'PROVIDER_A' and read_at is not null`,
      ),
    ).toHaveLength(1);
  });
}

it('one of several instances lists a provider’s institutions once a day, and publishes them once', async () => {
  fixture = await IngestionFixture.start({}, settings);
  await fixture.startInstance(settings);
  await listed();
  await eventually(() => expect(published()).toHaveLength(2));
  expect(published().map(({ document }) => document)).toContainEqual(
    expect.objectContaining({
      external_id: 'SANDBOXFINANCE_SFIN0000',
      country: 'GB',
      countries: ['GB', 'FI', 'DE', 'CZ'],
      region: 'UK',
      supports_pending_transactions: true,
      supports_card_accounts: false,
    }),
  );
  // A connection that reads an unchanged institution publishes nothing.
  await fixture.create('SANDBOXFINANCE_SFIN0000');
  await fixture.rows(
    `update institution_catalogues set next_read_at = now(), read_at = null where provider = 'PROVIDER_A'`,
  );
  await listed();
  expect(published()).toHaveLength(2);
});

it('an institution that disappears from its list is unsupported until it is listed again', async () => {
  const again = async (): Promise<void> => {
    await fixture.rows(
      `update institution_catalogues set next_read_at = now(), read_at = null where provider = 'PROVIDER_A'`,
    );
    await listed();
  };
  const supported = () =>
    fixture.rows(
      `select external_id as id, (document->>'supported')::boolean as supported from institutions
        where provider = 'PROVIDER_A' order by id`,
    );
  fixture = await IngestionFixture.start({}, settings);
  await listed();
  // An institution that is in no list can be connected nevertheless, and stays.
  await fixture.create('BERKA_3');
  const other = {
    id: 'SANDBOXFINANCE_SFIN0000',
    name: 'Sandbox Finance',
    bic: 'SFIN0000',
    countries: ['FI'],
  };
  await fixture.fault({
    kind: 'replace_row',
    path: '/institutions/',
    rows: 0,
    value: JSON.stringify({ ...other, transaction_total_days: '730', max_access_valid_for_days: '180' }),
    times: null,
  });
  await again();
  expect(await supported()).toEqual([
    { id: 'BERKA', supported: false },
    { id: 'BERKA_3', supported: true },
    { id: 'SANDBOXFINANCE_SFIN0000', supported: true },
  ]);
  await eventually(() =>
    expect(
      published()
        .filter(({ document }) => document.external_id === 'BERKA')
        .at(-1)?.document.supported,
    ).toBe(false),
  );
  await fixture.control('DELETE', '/faults');
  await again();
  expect(await supported()).toContainEqual({ id: 'BERKA', supported: true });
});

it('an unreadable list is read again later', async () => {
  fixture = await IngestionFixture.start({}, { ...settings, institutionsEveryHours: 0 });
  await fixture.fault({ kind: 'status', status: 503, path: '/institutions/', times: null });
  await fixture.startInstance(settings);
  await eventually(async () => {
    expect(
      await fixture.rows(
        `select 1 from institution_catalogues where provider = 'PROVIDER_A' and next_read_at > now()`,
      ),
    ).toHaveLength(1);
  });
  expect(published()).toEqual([]);
  await fixture.control('DELETE', '/faults');
  await fixture.rows(`update institution_catalogues set next_read_at = now() where provider = 'PROVIDER_A'`);
  await listed();
});
