import { LinkCurrencies, linkHealth } from './link-health';

const EQUAL: LinkCurrencies = {
  document: { on_other_currency: null, destination_currency: null },
  account_currency: 'EUR',
  stated_currency: 'EUR',
  first_link_currency: null,
  gone_categories: null,
};
const waiting = (count: number, rule: 'CONVERT' | null = null): LinkCurrencies => ({
  ...EQUAL,
  document: { on_other_currency: rule, waiting_for_currency: count },
});

describe.each<[string, LinkCurrencies, string | null]>([
  ['both ends have one currency', EQUAL, null],
  ['the account’s bank names no currency', { ...EQUAL, account_currency: null }, null],
  ['nobody says what the destination counts in', { ...EQUAL, stated_currency: null }, null],
  [
    'a mapped category is gone at the destination',
    { ...EQUAL, gone_categories: ['Restaurants'] },
    'Gone at the destination: the category “Restaurants”.* map them to another category',
  ],
  [
    'it is older than the question',
    { ...EQUAL, account_currency: 'USD' },
    'Amounts in USD .* in EUR as they are',
  ],
  [
    'its destination gets another currency too',
    { ...EQUAL, account_currency: 'USD', stated_currency: null, first_link_currency: 'EUR' },
    'Amounts in USD .* gets other amounts in EUR .*destination_currency',
  ],
  [
    'its user said what becomes of the amounts',
    { ...EQUAL, account_currency: 'USD', document: { on_other_currency: 'AS_IS' } },
    null,
  ],
  ['a transaction waits for a choice', waiting(1), '^1 transaction .* waits for your choice'],
  ['transactions wait for a choice', waiting(7), '^7 transactions .* wait for your choice'],
  ['transactions wait for a rate', waiting(7, 'CONVERT'), '^7 transactions .* wait for a rate.*AS_IS'],
])('the health of a link where %s', (_, link, message) => {
  it(message === null ? 'is good' : `says /${message}/`, () => {
    const { status, integrator_message: said } = linkHealth(link);
    expect(status).toBe(message === null ? 'HEALTHY' : 'DEGRADED');
    if (message === null) expect(said).toBeNull();
    else expect(said).toMatch(new RegExp(message));
  });
});
