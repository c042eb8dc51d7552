import {
  CategoryMapEntry,
  DestinationUpsertedV1,
  RefreshDestination,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';

const [GROCERIES, RENT, FUEL, TRAVEL] = [101, 102, 103, 104];

let fixture: TransferEngineFixture;
let linkId: number;
let connectionId: number;
let version = 0;
beforeEach(async () => {
  fixture = await TransferEngineFixture.start();
  const { link, connectionId: id } = await fixture.linked();
  [linkId, connectionId, version] = [link.id, id, 0];
});
afterEach(() => fixture.close());

/** The categories of the budget by their names: our id, and BUDGETA's. */
async function categories(): Promise<Map<string, { id: number; externalId: string }>> {
  await fixture.idle();
  const resources = fixture.of(DestinationUpsertedV1).flatMap((one) => one.resources);
  return new Map(
    resources.flatMap((one) =>
      one.kind === 'CATEGORY'
        ? [[one.document.name, { id: one.id, externalId: one.document.external_id }] as const]
        : [],
    ),
  );
}

async function map(names: Readonly<Record<number, string>>): Promise<void> {
  const known = await categories();
  const entries: CategoryMapEntry[] = Object.entries(names).map(([own, name]) => ({
    category_id: Number(own),
    destination_category_id: known.get(name)?.id ?? 0,
  }));
  await fixture.changeLink({ transfer_link_id: linkId, category_map: entries });
}

/** Publishes the transaction as the rule engine shapes it, and waits until it is sent. */
async function send(id: number, document: object, output: object = {}): Promise<void> {
  version += 1;
  await fixture.shape([shaped(id, [linkId], { shapedVersion: version, document, output })]);
  await fixture.idle();
}

async function row(): Promise<{ id: string; category_id: string | null; memo: string | null }> {
  const rows = (await fixture.ledger()) as unknown as {
    id: string;
    category_id: string | null;
    memo: string;
  }[];
  expect(rows).toHaveLength(1);
  return rows[0] ?? { id: '', category_id: '', memo: '' };
}

const idOf = async (name: string): Promise<string> => (await categories()).get(name)?.externalId ?? '';
const link = () => fixture.of(TransferLinkUpsertedV1).at(-1)?.document;
const byHand = async (category_id: string | null) =>
  fixture.byHand('PUT', `/plans/last-used/transactions/${(await row()).id}`, {
    transaction: { category_id },
  });

it('a category set here arrives, changes and is undone there', async () => {
  await map({ [GROCERIES]: 'Groceries', [RENT]: 'Rent' });
  await send(1, { category_id: String(GROCERIES) });
  expect((await row()).category_id).toBe(await idOf('Groceries'));
  await send(1, { category_id: String(RENT) });
  expect((await row()).category_id).toBe(await idOf('Rent'));
  await send(1, {});
  expect((await row()).category_id).toBeNull();
});

it('a category that the user set there is not overwritten, and other fields still change', async () => {
  await map({ [GROCERIES]: 'Groceries', [RENT]: 'Rent' });
  await send(1, { category_id: String(GROCERIES) });
  await byHand(await idOf('Fuel'));
  await send(1, { category_id: String(RENT), note: 'for two' });
  expect(await row()).toMatchObject({
    category_id: await idOf('Fuel'),
    memo: expect.stringMatching(/^for two · /) as string,
  });
  expect(fixture.logged().at(-1)).toMatchObject({
    destinationState: 'CHANGED',
    attempt: { error: 'Changed at the destination by hand, so left as it is: category.' },
  });
  await send(1, {});
  expect((await row()).category_id).toBe(await idOf('Fuel'));
});

it('a row without a category here is the user’s to categorize there', async () => {
  await send(1, {});
  await byHand(await idOf('Fuel'));
  await send(1, { note: 'Tank' });
  expect(await row()).toMatchObject({ category_id: await idOf('Fuel') });
  expect(fixture.logged().at(-1)).toMatchObject({ destinationState: 'PRESENT', attempt: { error: null } });
});

it('a category that is not mapped is sent without one, and counted on the link', async () => {
  await map({ [GROCERIES]: 'Groceries' });
  await fixture.shape(
    [TRAVEL, TRAVEL, FUEL, GROCERIES].map((category, at) =>
      shaped(at + 1, [linkId], { document: { category_id: String(category) } }),
    ),
  );
  await fixture.idle();
  await eventually(() =>
    expect(link()?.unmapped_categories).toEqual([
      { category_id: FUEL, transactions: 1 },
      { category_id: TRAVEL, transactions: 2 },
    ]),
  );
  const sent = (await fixture.ledger()) as unknown as { category_id: string | null }[];
  expect(sent.filter(({ category_id: id }) => id === null)).toHaveLength(3);
});

it('a new map takes the history again, and nothing is counted as unmapped any more', async () => {
  await send(1, { category_id: String(FUEL) });
  await eventually(() => expect(link()?.unmapped_categories).toHaveLength(1));
  const before = fixture.of(TransferLinkUpsertedV1).at(-1)?.historyVersion ?? 0;
  await map({ [FUEL]: 'Fuel' });
  await fixture.idle();
  expect(fixture.of(TransferLinkUpsertedV1).at(-1)?.historyVersion).toBe(before + 1);
  await send(1, { category_id: String(FUEL) });
  expect((await row()).category_id).toBe(await idOf('Fuel'));
  await eventually(() => expect(link()?.unmapped_categories).toEqual([]));
});

it('a renamed category is sent as before; nothing is sent with one that is gone', async () => {
  await map({ [FUEL]: 'Fuel' });
  const externalId = await idOf('Fuel');
  const refresh = () => fixture.send(RefreshDestination, { destinationType: 'BUDGETA', connectionId });
  await fixture.control('PUT', `/budgeta/categories/${externalId}`, { name: 'Petrol' });
  await refresh();
  await send(1, { category_id: String(FUEL) });
  expect((await row()).category_id).toBe(externalId);
  const before = fixture.of(TransferLinkUpsertedV1).at(-1)?.historyVersion ?? 0;
  await fixture.control('PUT', `/budgeta/categories/${externalId}`, { deleted: true });
  await refresh();
  await fixture.idle();
  expect(fixture.of(TransferLinkUpsertedV1).at(-1)?.historyVersion).toBe(before + 1);
  await fixture.shape([shaped(2, [linkId], { document: { category_id: String(FUEL) } })]);
  await fixture.idle();
  expect(await fixture.states()).toMatchObject([{ state: 'TRANSFERRED' }, { state: 'TRANSFERRED' }]);
  await eventually(() =>
    expect(link()?.unmapped_categories).toEqual([{ category_id: FUEL, transactions: 1 }]),
  );
});

it('a category that a rule sets there wins over the map, and needs none', async () => {
  await map({ [GROCERIES]: 'Groceries' });
  const category_id = await idOf('Rent');
  await send(1, { category_id: String(GROCERIES) }, { destinationFields: { category_id } });
  expect((await row()).category_id).toBe(category_id);
  await send(1, { category_id: String(TRAVEL) }, { destinationFields: { category_id } });
  expect(link()?.unmapped_categories).toEqual([]);
});

it('note and tags come in front of the memo, so that they survive its end', async () => {
  await send(1, { note: 'Lunch with Anna', tags: ['work', 'to claim'] });
  expect((await row()).memo).toMatch(/^Lunch with Anna #work #to-claim · ./);
  await send(1, {});
  expect((await row()).memo).not.toMatch(/Lunch|#/);
});

describe('a map is refused', () => {
  const change = (category_map: CategoryMapEntry[]) =>
    fixture.changeLink({ transfer_link_id: linkId, category_map });

  it('that names a category twice, or one that the budget does not have', async () => {
    const { id = 0 } = (await categories()).get('Rent') ?? {};
    const entry = { category_id: RENT, destination_category_id: id };
    await expect(change([entry, entry])).rejects.toThrow(
      `category_map maps a category more than once: ${RENT}.`,
    );
    await expect(change([{ ...entry, destination_category_id: 999 }])).rejects.toThrow(
      'category_map names categories that the budget of the destination does not have: 999.',
    );
  });

  it('that newly names a category that is gone there', async () => {
    const { id = 0, externalId = '' } = (await categories()).get('Rent') ?? {};
    await fixture.control('PUT', `/budgeta/categories/${externalId}`, { deleted: true });
    await fixture.send(RefreshDestination, { destinationType: 'BUDGETA', connectionId });
    await expect(change([{ category_id: RENT, destination_category_id: id }])).rejects.toThrow(
      `category_map names categories that are gone at the destination: ${id}.`,
    );
  });
});
