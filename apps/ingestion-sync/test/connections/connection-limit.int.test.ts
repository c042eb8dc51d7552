import { CONNECTIONS_PER_USER_MAX } from '@tributary/contracts';
import { IngestionFixture } from '../ingestion.fixture';

let fixture: IngestionFixture;
beforeEach(async () => {
  fixture = await IngestionFixture.start();
});
afterEach(() => fixture.close());

it('a user has so many connections, also with several requests at once, and is told what to do', async () => {
  const { connection } = await fixture.connect('BERKA_1');
  const [{ columns } = { columns: '' }] = await fixture.rows<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'ingestion_sync' and table_name = 'connections' and column_name not in ('id', 'consent_id')`,
  );
  await fixture.rows(
    `insert into connections (consent_id, ${columns})
     select 'copy-' || n, ${columns} from connections, generate_series(1, $2) n where id = $1`,
    [connection.id, CONNECTIONS_PER_USER_MAX - 2],
  );
  const create = () => fixture.create('BERKA_2');
  const results = await Promise.allSettled([create(), create(), create()]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(refused).toHaveLength(2);
  expect(refused.join()).toContain(`You have ${CONNECTIONS_PER_USER_MAX} connections`);
});
