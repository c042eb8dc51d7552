import { ConnectDestination, DestinationResource } from '@tributary/contracts';
import {
  ActualClient,
  ActualServer,
  describeActual,
  eventually,
  startActualServer,
} from '@tributary/testing';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';
import { linkTo } from '../linked-destination.fixture';

const [GROCERIES, RENT] = [101, 102];

interface ActualTransaction {
  readonly id: string;
  readonly category: string | null;
  readonly notes: string | null;
}

describeActual('categories, notes and tags at a real Actual server', () => {
  let server: ActualServer;
  let user: ActualClient;
  let fixture: TransferEngineFixture;
  let account: string;
  let linkId: number;
  let version = 0;
  const actual = new Map<string, string>();

  beforeAll(async () => {
    server = await startActualServer();
    user = await ActualClient.open(server);
    account = (await user.makeBudget('Household', ['Everyday'])).get('Everyday') ?? '';
    const group_id = await user.api<string>('createCategoryGroup', { name: 'Own' });
    for (const name of ['Groceries at home', 'Rent of the flat', 'Fuel']) {
      actual.set(name, await user.api<string>('createCategory', { name, group_id }));
    }
    await user.api('sync');
    fixture = await TransferEngineFixture.start();
    const { resources } = await fixture.send(ConnectDestination, {
      credentials: { type: 'BUDGETB', serverUrl: server.url, password: server.password },
    });
    const to = (name: string) => categoriesIn(resources).get(name) ?? 0;
    linkId = await linkTo(fixture, {
      destination_type: 'BUDGETB',
      destination_id: resources.find(({ kind }) => kind === 'BUDGETB_ACCOUNT')?.id ?? 0,
      category_map: [
        { category_id: GROCERIES, destination_category_id: to('Groceries at home') },
        { category_id: RENT, destination_category_id: to('Rent of the flat') },
      ],
    });
  }, 120_000);
  afterAll(async () => {
    await fixture.close();
    await user.close();
    await server.stop();
  });

  const categoriesIn = (resources: readonly DestinationResource[]): Map<string, number> =>
    new Map(
      resources.flatMap((one) => (one.kind === 'CATEGORY' ? [[one.document.name, one.id] as const] : [])),
    );
  const send = async (id: number, document: object) => {
    version += 1;
    await fixture.shape([shaped(id, [linkId], { shapedVersion: version, document })]);
    await fixture.idle();
  };
  const rows = async (): Promise<ActualTransaction[]> => {
    await user.api('sync');
    return user.api<ActualTransaction[]>('getTransactions', account, '2000-01-01', '2100-01-01');
  };
  const arrived = (expected: object) =>
    eventually(async () => expect(await rows()).toMatchObject([expected]));

  it('a category set here arrives, changes and is undone there', async () => {
    await send(1, { category_id: String(GROCERIES) });
    await arrived({ category: actual.get('Groceries at home') });
    await send(1, { category_id: String(RENT) });
    await arrived({ category: actual.get('Rent of the flat') });
    await send(1, {});
    expect((await rows())[0]?.category ?? null).toBeNull();
  }, 60_000);

  it('note and tags arrive as Actual writes tags, and leave again', async () => {
    await send(1, { note: 'Lunch with Anna', tags: ['work', 'to claim'] });
    await arrived({ notes: expect.stringMatching(/^Lunch with Anna #work #to-claim · ./) as string });
    await send(1, {});
    expect((await rows())[0]?.notes).not.toMatch(/Lunch|(^|[^#])#work/);
  }, 60_000);

  it('a category that the user set there is not overwritten', async () => {
    await send(1, { category_id: String(GROCERIES) });
    const [row] = await rows();
    await user.api('updateTransaction', row?.id, { category: actual.get('Fuel') });
    await user.api('sync');
    await send(1, { category_id: String(RENT) });
    await arrived({ category: actual.get('Fuel') });
    expect(fixture.logged().at(-1)).toMatchObject({ destinationState: 'CHANGED' });
  }, 60_000);
});
