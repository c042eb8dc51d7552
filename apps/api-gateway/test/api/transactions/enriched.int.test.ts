import { AccountUpsertedV1, TransactionShapedV1 } from '@tributary/contracts';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let token: string;

/** As an enricher gives it in full. */
const FULL = {
  provider: 'ELSEWHERE',
  counterparty: { name: 'Spotify by hand', logo_url: '', website: 'music.example', mccs: '5815' },
  intermediary: { name: '', logo_url: '', website: '', mccs: '' },
  category_general: 'ENTERTAINMENT',
  location: { raw_address: '', google_maps_url: '', apple_maps_url: '' },
  certainty_score: '0.5',
  is_subscription: 'false',
  is_personal: 'false',
};

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  const userId = await gateway.user('enriched@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
  const transactions = [
    transactionOf(1, { enriched: { b: 'spotify.com', i: 'paypal.com', s: 94, f: 's' } }),
    transactionOf(2, { enriched: { n: 'Kahvila Öljy', i: 'sumup.com', c: 'RESTAURANTS', s: 60 } }),
    transactionOf(3, { enriched: FULL }),
    transactionOf(4),
    transactionOf(5, { enriched: { b: 'no-more.example', s: 90, f: 'p' } }),
  ];
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, transactions));
});
afterAll(() => gateway.close());

const list = async (query: string) => {
  const { body } = await gateway.list(`/finance/transactions?sort=id&${query}`, token);
  return body.data as { id: string; enriched: object | null }[];
};
const ids = async (query: string) => (await list(query)).map(({ id }) => Number(id));

describe('an enrichment', () => {
  it('is stored without what follows from the tables, and is shown with it', async () => {
    const shown = await list('include=enriched');
    expect(shown[0]?.enriched).toEqual({
      provider: 'LOCAL',
      counterparty: { name: 'Spotify', logo_url: '', website: 'spotify.com', mccs: '5815' },
      intermediary: { name: 'PayPal', logo_url: '', website: 'paypal.com', mccs: '' },
      category_general: 'ENTERTAINMENT',
      location: { raw_address: '', google_maps_url: '', apple_maps_url: '' },
      certainty_score: '0.94',
      is_subscription: 'true',
      is_personal: 'false',
    });
    expect(shown[1]?.enriched).toMatchObject({
      counterparty: { name: 'Kahvila Öljy' },
      category_general: 'RESTAURANTS',
    });
    expect(shown.slice(2, 4).map(({ enriched }) => enriched)).toEqual([FULL, null]);
    expect(shown[4]?.enriched).toMatchObject({ counterparty: { name: '' }, is_personal: 'true' });
    expect((await list(''))[0]).not.toHaveProperty('enriched');
  });

  it('is found by a part of its counterparty’s name, in any form', async () => {
    expect(await ids('filter[counterparty]=spotify')).toEqual([1, 3]);
    expect(await ids('filter[counterparty]=kahvila,SPOT')).toEqual([1, 2, 3]);
    expect(await ids('filter[counterparty]=spotify&disable_rules=true')).toEqual([1, 3]);
    expect(await ids('filter[counterparty]=nobody at all')).toEqual([]);
  });

  it('is found as a subscription; a transaction without one is none', async () => {
    expect(await ids('filter[is_subscription]=true')).toEqual([1]);
    expect(await ids('filter[is_subscription]=false')).toEqual([2, 3, 4, 5]);
    expect(await ids('filter[counterparty]=spotify&filter[is_subscription]=true')).toEqual([1]);
  });
});
