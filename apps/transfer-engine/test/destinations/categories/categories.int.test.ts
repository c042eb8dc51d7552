import {
  DeleteDestination,
  DestinationCategoryDocument,
  DestinationResource,
  DestinationUpsertedV1,
  RefreshDestination,
} from '@tributary/contracts';
import { TransferEngineFixture } from '../../transfer-engine.fixture';

let fixture: TransferEngineFixture;
let connectionId: number;

beforeAll(async () => {
  fixture = await TransferEngineFixture.start();
  ({ connectionId } = await fixture.connect());
});
afterAll(() => fixture.close());

/** The newest published state of each category, by its name. */
async function categories(): Promise<
  Map<string, { id: number; deleted: boolean } & DestinationCategoryDocument>
> {
  await fixture.idle();
  const byId = new Map<number, Extract<DestinationResource, { kind: 'CATEGORY' }>>();
  for (const { resources } of fixture.of(DestinationUpsertedV1)) {
    for (const one of resources) if (one.kind === 'CATEGORY') byId.set(one.id, one);
  }
  return new Map(
    [...byId.values()].map(({ id, deleted, document }) => [document.name, { ...document, id, deleted }]),
  );
}

const refresh = () => fixture.send(RefreshDestination, { destinationType: 'BUDGETA', connectionId });
const change = (externalId: string, changed: object) =>
  fixture.control('PUT', `/budgeta/categories/${externalId}`, changed);

it('a new connection publishes the categories of its budgets, without those of BUDGETA itself', async () => {
  const read = await categories();
  expect([...read.values()].map(({ group, name }) => `${group ?? ''}/${name}`).sort()).toEqual([
    '/Inflow: Ready to Assign',
    'Bills/Electricity',
    'Bills/Rent',
    'Everyday/Fuel',
    'Everyday/Groceries',
    'Everyday/Restaurants',
  ]);
  expect(read.get('Rent')).toMatchObject({ hidden: false, gone_at: null, deleted: false });
});

it('a refresh without changes publishes no category again', async () => {
  const before = fixture.of(DestinationUpsertedV1).flatMap(({ resources }) => resources);
  await refresh();
  await fixture.idle();
  const after = fixture.of(DestinationUpsertedV1).flatMap(({ resources }) => resources);
  expect(after.slice(before.length).filter(({ kind }) => kind === 'CATEGORY')).toEqual([]);
});

it('a category that was renamed or hidden there keeps its id', async () => {
  const { id = 0, external_id: externalId = '' } = (await categories()).get('Fuel') ?? {};
  await change(externalId, { name: 'Petrol', hidden: true });
  await refresh();
  expect((await categories()).get('Petrol')).toMatchObject({ id, hidden: true, gone_at: null });
});

it('a category that is gone there says when, and comes back under the same id', async () => {
  const { id = 0, external_id: externalId = '' } = (await categories()).get('Restaurants') ?? {};
  await change(externalId, { deleted: true });
  await refresh();
  const gone = (await categories()).get('Restaurants');
  expect(gone).toMatchObject({ id, gone_at: expect.stringMatching(/Z$/) as string, deleted: false });
  await change(externalId, { deleted: false });
  await refresh();
  expect((await categories()).get('Restaurants')).toMatchObject({ id, gone_at: null });
});

it('a reading that BUDGETA does not answer leaves the known categories as they are', async () => {
  await fixture.fault({ path: '/categories', kind: 'status', status: 500 });
  await refresh();
  const read = await categories();
  expect(read.get('Rent')).toMatchObject({ gone_at: null });
  await fixture.control('DELETE', '/faults');
});

it('deleting the connection deletes its categories', async () => {
  await fixture.send(DeleteDestination, { destinationType: 'BUDGETA', connectionId });
  expect([...(await categories()).values()].every(({ deleted }) => deleted)).toBe(true);
});
