import { queryOf, transfersSearch } from './transfers-search';

describe('the filters of the transfers in a URL', () => {
  it('are kept where the API knows them, and dropped where it does not', () => {
    const search = { status: 'FAILED', type: 'NOWHERE', link: 7, account: 'x', from: '2026-01-01', page: 2 };
    expect(transfersSearch(search)).toEqual({ status: 'FAILED', link: '7', from: '2026-01-01', page: 2 });
  });

  it.each(['2026-02-30', '2026-2-1', 'today', 20260131])('have no day %s', (from) => {
    expect(transfersSearch({ from, to: '2026-01-31' })).toEqual({ to: '2026-01-31' });
  });

  it('are sent under the API’s names, without those that are not set', () => {
    expect(queryOf({ status: 'FAILED', there: 'ABSENT', page: 2 })).toEqual({
      'filter[status]': 'FAILED',
      'filter[destination_state]': 'ABSENT',
    });
  });
});
