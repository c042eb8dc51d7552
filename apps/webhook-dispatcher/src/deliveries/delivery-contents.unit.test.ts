import { DeliveryContents } from './delivery-contents';

/** A table of contents that records the reads. */
function table(texts: Readonly<Record<number, string>>) {
  const reads: (readonly number[])[] = [];
  const read = async (ids: readonly number[]) => {
    reads.push(ids);
    return new Map(ids.flatMap((id) => (texts[id] === undefined ? [] : [[id, texts[id]] as const])));
  };
  return { reads, read };
}

describe('contents of deliveries', () => {
  it('are read once for all endpoints that deliver them at the same time', async () => {
    const { reads, read } = table({ 1: 'one', 2: 'two' });
    const contents = new DeliveryContents(read);
    const endpoints = Array.from({ length: 500 }, () => contents.textsOf([1, 2, 1]));
    for (const texts of await Promise.all(endpoints))
      expect([...texts.values()].sort()).toEqual(['one', 'two']);
    expect(reads).toEqual([[1, 2]]);
  });

  it('that were used last are kept, as far as there is room', async () => {
    const { reads, read } = table({ 1: 'x'.repeat(4), 2: 'x'.repeat(4), 3: 'x'.repeat(4) });
    const contents = new DeliveryContents(read, 8);
    for (const id of [1, 2, 1, 3, 1, 2]) expect((await contents.textsOf([id])).get(id)).toHaveLength(4);
    expect(reads).toEqual([[1], [2], [3], [2]]);
  });

  it('are read again after a few seconds, for a restored database gives ids again', async () => {
    const { reads, read } = table({ 1: 'one' });
    let now = 0;
    const contents = new DeliveryContents(read, 100, () => now);
    for (now of [0, 4_000, 6_000, 10_000]) expect((await contents.textsOf([1])).get(1)).toBe('one');
    expect(reads).toEqual([[1], [1]]);
  });

  it('larger than all the room are given, and not kept', async () => {
    const { reads, read } = table({ 1: 'x'.repeat(9) });
    const contents = new DeliveryContents(read, 8);
    for (let turn = 0; turn < 2; turn += 1) expect((await contents.textsOf([1])).get(1)).toHaveLength(9);
    expect(reads).toEqual([[1], [1]]);
  });

  it('that were deleted are missing, and asked for again', async () => {
    const { reads, read } = table({});
    const contents = new DeliveryContents(read);
    for (let turn = 0; turn < 2; turn += 1) expect(await contents.textsOf([1])).toEqual(new Map());
    expect(reads).toEqual([[1], [1]]);
  });

  it('whose reading failed are read again for the next one', async () => {
    const { read } = table({ 1: 'one' });
    let turns = 0;
    const contents = new DeliveryContents((ids) => {
      turns += 1;
      return turns === 1 ? Promise.reject(new Error('cut')) : read(ids);
    });
    await expect(contents.textsOf([1])).rejects.toThrow('cut');
    expect((await contents.textsOf([1])).get(1)).toBe('one');
  });
});
