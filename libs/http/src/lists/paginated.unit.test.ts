import fc from 'fast-check';
import { paginated } from './paginated';

const URL_OF_LIST = 'https://api.example/api/v1/things';

function pageOf(number: number, size: number, total: number, query = '') {
  const count = Math.max(0, Math.min(size, total - (number - 1) * size));
  const data = Array.from({ length: count }, (_, index) => index);
  return paginated({ data, total, page: { number, size }, url: `${URL_OF_LIST}${query}` });
}

describe('the envelope of a list', () => {
  it('of the middle of a long list has the shape of the interface', () => {
    expect(pageOf(2, 2, 5, '?sort=-id&page[number]=2&page[size]=2')).toEqual({
      data: [0, 1],
      links: {
        first: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=1&page%5Bsize%5D=2`,
        last: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=3&page%5Bsize%5D=2`,
        prev: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=1&page%5Bsize%5D=2`,
        next: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=3&page%5Bsize%5D=2`,
      },
      meta: {
        current_page: 2,
        from: 3,
        last_page: 3,
        links: [
          {
            url: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=1&page%5Bsize%5D=2`,
            label: '&laquo; Previous',
            active: false,
          },
          { url: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=1&page%5Bsize%5D=2`, label: '1', active: false },
          { url: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=2&page%5Bsize%5D=2`, label: '2', active: true },
          { url: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=3&page%5Bsize%5D=2`, label: '3', active: false },
          {
            url: `${URL_OF_LIST}?sort=-id&page%5Bnumber%5D=3&page%5Bsize%5D=2`,
            label: 'Next &raquo;',
            active: false,
          },
        ],
        path: URL_OF_LIST,
        per_page: 2,
        to: 4,
        total: 5,
      },
    });
  });

  it('of an empty list has one page and no positions', () => {
    const { links, meta } = pageOf(1, 25, 0);
    expect(links).toMatchObject({ prev: null, next: null });
    expect(meta).toMatchObject({ current_page: 1, last_page: 1, from: null, to: null, total: 0 });
    expect(meta.links.map(({ label }) => label)).toEqual(['&laquo; Previous', '1', 'Next &raquo;']);
  });

  it('past the end leads back to the last page', () => {
    const { links, meta } = pageOf(9, 10, 25);
    expect(links.prev).toContain('page%5Bnumber%5D=3');
    expect(links.next).toBeNull();
    expect(meta).toMatchObject({ current_page: 9, last_page: 3, from: null, to: null });
  });

  it.each([
    [1, 13, '1 2 3 4 5 6 7 8 9 10 11 12 13'],
    [1, 50, '1 2 3 4 5 6 7 8 9 10 ... 49 50'],
    [7, 50, '1 2 3 4 5 6 7 8 9 10 ... 49 50'],
    [8, 50, '1 2 ... 5 6 7 8 9 10 11 ... 49 50'],
    [43, 50, '1 2 ... 40 41 42 43 44 45 46 ... 49 50'],
    [44, 50, '1 2 ... 41 42 43 44 45 46 47 48 49 50'],
  ])('numbers page %i of %i with gaps', (number, last, labels) => {
    const { meta } = pageOf(number, 1, last);
    expect(
      meta.links
        .slice(1, -1)
        .map(({ label }) => label)
        .join(' '),
    ).toBe(labels);
  });

  it('always leads forward to the end and marks the page that it is, whatever the numbers', () => {
    const numbers = fc.record({
      number: fc.integer({ min: 1, max: 60 }),
      size: fc.integer({ min: 1, max: 100 }),
      total: fc.integer({ min: 0, max: 3000 }),
    });
    fc.assert(
      fc.property(numbers, ({ number, size, total }) => {
        const { links, meta } = pageOf(number, size, total);
        expect(links.next === null).toBe(number >= meta.last_page);
        expect(links.prev === null).toBe(number === 1);
        const active = meta.links.filter((link) => link.active).map(({ label }) => label);
        expect(active).toEqual(number <= meta.last_page ? [String(number)] : []);
      }),
    );
  });
});
