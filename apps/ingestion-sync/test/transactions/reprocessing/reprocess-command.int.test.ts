import { ReprocessTransactions, TransactionUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../../ingestion.fixture';

let fixture: IngestionFixture;
beforeEach(async () => {
  fixture = await IngestionFixture.start();
});
afterEach(() => fixture.close());

const idsPublished = (version: number) =>
  fixture
    .events(TransactionUpsertedV1)
    .flatMap(({ transactions }) => transactions.filter((one) => one.version === version))
    .map(({ id }) => id)
    .sort((a, b) => a - b);

interface Finished {
  readonly status: string;
  readonly done: number;
  readonly changed: number;
}

async function finished(id: number): Promise<Finished> {
  await eventually(async () => {
    const open = await fixture.rows('select 1 from reprocessings where id = $1 and finished_at is null', [
      id,
    ]);
    expect(open).toEqual([]);
    expect(await fixture.rows('select 1 from outbox')).toEqual([]);
  });
  const [row] = await fixture.rows<Finished>(
    `select status, transactions_done as done, transactions_changed as changed from reprocessings where id = $1`,
    [id],
  );
  if (!row) throw new Error('the job is gone');
  return row;
}

it('adds what an earlier mapping omitted for a whole connection, and publishes nothing else', async () => {
  const { connection } = await fixture.connect('BERKA_3');
  await fixture.settled();
  const choice = { connectionId: connection.id, financialAccountIds: null };

  const first = await fixture.send(ReprocessTransactions, choice);
  expect(await finished(first.id)).toEqual({
    status: 'DONE',
    done: first.document.transactions_total,
    changed: 0,
  });
  expect(idsPublished(2)).toEqual([]);

  const spoiled = await fixture.rows<{ id: string }>(
    `update transactions set document = document - 'remittance_information' - 'codes', content_hash = 'earlier'
      where id % 3 = 0 and (document->'remittance_information' is not null or document->'codes' is not null)
     returning id`,
  );
  expect(spoiled).not.toEqual([]);
  const second = await fixture.send(ReprocessTransactions, choice);
  expect(second).toMatchObject({ document: { transactions_total: first.document.transactions_total } });
  expect(await finished(second.id)).toMatchObject({ status: 'DONE', changed: spoiled.length });
  expect(idsPublished(2)).toEqual(spoiled.map(({ id }) => Number(id)).sort((a, b) => a - b));
});
