import {
  CategoryUpsertedV1,
  CreateCategory,
  ImportCategories,
  ImportedCategory,
  ownerOf,
  UpdateCategory,
} from '@tributary/contracts';
import { RuleEngineFixture } from '../rule-engine.fixture';

let engine: RuleEngineFixture;
let userId = 10;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());
beforeEach(async () => {
  userId += 1;
  await engine.forgetEvents();
});

const add = (name: string, group: string | null = null) =>
  engine.send(CreateCategory, { name, group, hidden: false }, ownerOf(userId));

const imported = (categories: ImportedCategory[]) =>
  engine.send(ImportCategories, { categories }, ownerOf(userId));

/** Names that are the same in any case. PostgreSQL's `lower` and JavaScript's differ about each. */
const SAME_NAMES = [
  ['Diğer', 'DİĞER'],
  ['Φόρος', 'ΦΌΡΟΣ'],
  ['φόροσ', 'Φόρος'],
  ['Caf\u00e9', 'CAFE\u0301'],
] as const;

const conflict = { detail: { kind: 'conflict' } };

describe('the list of categories', () => {
  it('has a name once in a group, in any case, and publishes each state', async () => {
    const { id } = await add(' Groceries ', 'Everyday');
    await expect(add('groceries', 'EVERYDAY')).rejects.toMatchObject(conflict);
    await add('Groceries');
    const changes = { group: null, name: 'Food' };
    await engine.send(UpdateCategory, { categoryId: id, changes }, ownerOf(userId));
    await expect(
      engine.send(UpdateCategory, { categoryId: id, changes: { name: 'GROCERIES' } }, ownerOf(userId)),
    ).rejects.toMatchObject(conflict);
    const published = await engine.publishedOf(CategoryUpsertedV1);
    expect(published.filter((one) => one.id === id)).toMatchObject([
      { version: 1, userId, document: { name: 'Groceries', group: 'Everyday', hidden: false, source: null } },
      { version: 2, document: { name: 'Food', group: null } },
    ]);
  });

  it.each(SAME_NAMES)('has a name once in the letters of every language: %s and %s', async (one, other) => {
    const { id } = await add(one, other);
    await expect(add(other, one)).rejects.toMatchObject(conflict);
    const { id: changed } = await add('Another', one);
    await expect(
      engine.send(UpdateCategory, { categoryId: changed, changes: { name: other } }, ownerOf(userId)),
    ).rejects.toMatchObject(conflict);
    await engine.send(UpdateCategory, { categoryId: id, changes: { name: 'Free' } }, ownerOf(userId));
    await engine.send(UpdateCategory, { categoryId: changed, changes: { name: other } }, ownerOf(userId));
  });

  it('refuses a blank name, and a category of another user', async () => {
    await expect(add('  ')).rejects.toMatchObject({
      detail: { errors: { name: ['The name must not be blank.'] } },
    });
    const { id } = await add('Mine');
    await expect(
      engine.send(UpdateCategory, { categoryId: id, changes: { name: 'Theirs' } }, ownerOf(userId + 1000)),
    ).rejects.toMatchObject({ detail: { kind: 'not_found' } });
  });

  it('has at most a thousand', async () => {
    const thousand = Array.from({ length: 1000 }, (_, n) => ({ name: `C${n}`, group: null, source: null }));
    await imported(thousand);
    await expect(add('One more')).rejects.toMatchObject(conflict);
    expect((await imported(thousand)).upserted).toEqual([]);
  });
});

describe('importing categories', () => {
  const source = (remote_id: string) => ({ destination_id: 4, remote_id });

  it('adds those that are not there, by source and by name, and repeating it changes nothing', async () => {
    const { id: own } = await add('Rent', 'Home');
    const items = [
      { name: 'Rent', group: 'home', source: source('a') },
      { name: 'Food', group: null, source: source('b') },
      { name: 'FOOD', group: null, source: source('c') },
    ];
    const first = await imported(items);
    const food = first.categories[1]?.categoryId;
    expect(first.categories).toEqual([
      { categoryId: own, added: false },
      { categoryId: food, added: true },
      { categoryId: food, added: true },
    ]);
    const renamed = [{ name: 'Eating', group: null, source: source('b') }, ...items];
    const again = await imported(renamed);
    expect(again.upserted).toEqual([]);
    expect(again.categories.map(({ categoryId }) => categoryId)).toEqual([food, own, food, food]);
  });

  it.each(SAME_NAMES)('takes %s and %s as one', async (one, other) => {
    const { id: own } = await add(one, other);
    const items = [
      { name: other, group: one, source: source('a') },
      { name: one, group: 'New', source: source('b') },
      { name: other, group: 'New', source: source('c') },
    ];
    const { categories } = await imported(items);
    expect(categories).toEqual([
      { categoryId: own, added: false },
      { categoryId: categories[1]?.categoryId, added: true },
      { categoryId: categories[1]?.categoryId, added: true },
    ]);
  });
});
