import { DestinationType } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { createPino, ServiceLogger } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { tokenContext } from '../../../src/destinations/connections/credentials.store';
import { Destination, NewRow, RowOutcome } from '../../../src/destinations/destination.port';
import { Destinations } from '../../../src/destinations/destinations';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';
import { Dispatcher } from '../../../src/transfers/dispatch/dispatcher';
import { UnitLeases } from '../../../src/transfers/dispatch/units/unit-leases';

let fixture: TransferEngineFixture;

beforeAll(async () => {
  fixture = await TransferEngineFixture.start({ dispatch: { slots: 0 } });
});
afterAll(() => fixture.close());

/** A destination whose answers the test gives. */
function connector(create: (rows: readonly NewRow[]) => Promise<RowOutcome[]>): { destination: Destination } {
  const destination: Destination = {
    pace: { rowsMax: 10, rowsPerRequest: { create: 10, update: 10, delete: 10 }, windows: [] },
    refusesKnownKeys: true,
    create: async (to, rows) => {
      await to.permit();
      return create(rows);
    },
    update: async () => [],
    delete: async () => [],
    find: async () => [],
    expected: (content) => ({ ...content, cleared: content.booked }),
    mapsToChange: () => true,
    refusedRow: ({ reason }) => ({ kind: 'rejected', reason }),
  };
  return { destination };
}

/** Makes the one link's transfers those of so many connections of another kind, in units of their own. */
async function moveTo(tx: Tx, box: SecretBox, type: DestinationType, transactionId: number): Promise<void> {
  const [connection] = await tx.query<{ id: number }>(
    `insert into destination_connections (user_id, destination_type, external_user_id, name, token, health, author)
     values (1, $1, $2, 'x', '', '{"status": "HEALTHY"}', '{}') returning id`,
    [type, `user-${transactionId}`],
  );
  const id = connection?.id ?? 0;
  await tx.execute('update destination_connections set token = $2 where id = $1', [
    id,
    box.seal('secret', tokenContext(id)),
  ]);
  await tx.execute(
    `with unit as (
       insert into destination_units (connection_id, user_id, external_id, document)
       values ($1, 1, 'u', '{}') returning id
     ), target as (
       insert into destination_targets (unit_id, user_id, destination_type, external_id, document)
       select id, 1, $2, 't', '{}' from unit returning id, unit_id
     )
     update transfers set unit_id = target.unit_id, destination_id = target.id from target
      where transaction_id = $3`,
    [id, type, transactionId],
  );
}

it('a destination that never answers, and many of its kind, delay no other', async () => {
  const { link } = await fixture.linked();
  const ids = [1, 2, 3, 4, 5, 6];
  await fixture.shape(ids.map((id) => shaped(id, [link.id])));
  const box = new SecretBox(fixture.config.encryptionKey);
  await fixture.database.transaction(async (tx) => {
    for (const id of ids) await moveTo(tx, box, id < 6 ? 'SHEETS' : 'WORKSPACE', id);
  });
  let release: () => void = () => undefined;
  const silence = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  const done = (rows: readonly NewRow[]) =>
    rows.map(({ key }): RowOutcome => ({ kind: 'done', destinationId: key }));
  const destinations = new Destinations({
    SHEETS: connector(async (rows) => {
      asked += 1;
      await silence;
      return done(rows);
    }),
    WORKSPACE: connector(async (rows) => done(rows)),
  });
  const config = { ...fixture.config.dispatch, slots: 2 };
  const logger = new ServiceLogger(createPino({ service: 'transfer-engine', level: 'silent' }));
  const leases = new UnitLeases(fixture.database, config, logger);
  const dispatcher = new Dispatcher(fixture.database, box, destinations, leases, config, logger);
  dispatcher.onApplicationBootstrap();
  try {
    await eventually(async () =>
      expect(await fixture.states()).toMatchObject([
        ...[1, 2, 3, 4, 5].map(() => ({ state: 'PENDING' })),
        { state: 'TRANSFERRED' },
      ]),
    );
    // The second request to the silent kind may begin after the other kind's transfer is done.
    await eventually(async () => expect(asked).toBe(2));
  } finally {
    release();
    await eventually(async () =>
      expect((await fixture.states()).map(({ state }) => state)).toEqual(ids.map(() => 'TRANSFERRED')),
    );
    await dispatcher.beforeApplicationShutdown();
  }
});
