import { partsOf } from './parts-of-list';

async function cursorsOf(next: (cursor: string | undefined) => string | null): Promise<(string | null)[]> {
  const read: (string | null)[] = [];
  for await (const part of partsOf((cursor) => Promise.resolve({ nextCursor: next(cursor) })))
    read.push(part.nextCursor);
  return read;
}

describe('the parts of a list', () => {
  test('are all read, the last one too', async () => {
    const after: Record<string, string | null> = { '': 'a', a: 'b', b: null };
    expect(await cursorsOf((cursor = '') => after[cursor] ?? null)).toEqual(['a', 'b', null]);
  });

  test.each<[string, (cursor: string | undefined) => string]>([
    ['that lead back to one that was read', (cursor) => (cursor === 'a' ? 'b' : 'a')],
    ['that never end', (cursor = '0') => String(Number(cursor) + 1)],
  ])('%s are refused with a reason', async (_, next) => {
    await expect(cursorsOf(next)).rejects.toMatchObject({
      detail: { kind: 'refused', reason: 'Its list has no end.' },
    });
  });
});
