import { ActivityPages } from './activity-pages';
import { ProviderCCall } from '../client/client';

const ACCESS = { accountExternalId: 'a', consent: { consentId: 'c', secret: null }, user: null };
const WINDOW = { from: '2026-01-01', to: '2026-03-31' };

interface Page {
  readonly ids: readonly string[];
  readonly total: number | null;
}

/** Responds with these pages one after another, whatever the request. */
function serving(...pages: readonly Page[]) {
  const asked: ProviderCCall[] = [];
  const client = {
    send: async (call: ProviderCCall) => {
      const page = pages[asked.length];
      asked.push(call);
      if (!page) throw new Error('asked once too often');
      const data = page.ids.map((id) => ({ id, trade_date: '2026-02-01' }));
      return {
        body: { data, ...(page.total === null ? {} : { pagination: { total: page.total } }) },
        headers: {},
      };
    },
  };
  const read = async () =>
    (await new ActivityPages(client, ACCESS, WINDOW).readAll()).value.map(
      (row) => (row as { id: string }).id,
    );
  return { read, asked };
}

describe('the pages of a window', () => {
  it('are read to the announced end, and their rows have one order', async () => {
    const { read, asked } = serving({ ids: ['c', 'a'], total: 3 }, { ids: ['b'], total: 3 });
    expect(await read()).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ query }) => query?.offset)).toEqual(['0', '2']);
    expect(asked[0]?.query).toMatchObject({ startDate: WINDOW.from, endDate: WINDOW.to, limit: '1000' });
  });

  it('that shift during the reading are read again', async () => {
    const { read } = serving(
      { ids: ['a', 'b'], total: 3 },
      { ids: ['b', 'c'], total: 4 },
      { ids: ['n', 'a', 'b'], total: 4 },
      { ids: ['c'], total: 4 },
    );
    expect(await read()).toEqual(['a', 'b', 'c', 'n']);
  });

  it('with a duplicate row, and so a missing one, are read again', async () => {
    const { read } = serving(
      { ids: ['a', 'b'], total: 3 },
      { ids: ['b'], total: 3 },
      { ids: ['a', 'b'], total: 3 },
      { ids: ['c'], total: 3 },
    );
    expect(await read()).toEqual(['a', 'b', 'c']);
  });

  it('that never add up but are equal twice are accepted; else the reading fails', async () => {
    const same = [
      { ids: ['a', 'b'], total: 3 },
      { ids: ['b'], total: 3 },
    ];
    expect(await serving(...same, ...same).read()).toEqual(['a', 'b']);
    const restless = ['x', 'y', 'z'].flatMap((id) => [
      { ids: ['a', 'b'], total: 3 },
      { ids: [id], total: 4 },
    ]);
    await expect(serving(...restless, ...restless).read()).rejects.toMatchObject({
      failure: { kind: 'transient' },
    });
  });

  it('end with an empty or short page if no total is published', async () => {
    expect(await serving({ ids: ['a'], total: null }).read()).toEqual(['a']);
    expect(await serving({ ids: [], total: 5 }).read()).toEqual([]);
  });
});
