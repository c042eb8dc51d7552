import { CategorySuggestion, PreviewRule, SuggestCategories } from '@tributary/contracts';
import { fake, GatewayUnderTest } from '../../gateway-under-test';

const SUGGESTED: CategorySuggestion = {
  transaction_id: 900,
  category_id: 7,
  certainty: 0.93,
  evidence: 'payee',
  agreeing: 12,
  of: 13,
  conditions: [
    { transaction_type: 'DEBIT', field_name: 'mapped_fields.payee', operator: 'equals', value: 'Kahvila' },
  ],
};

let gateway: GatewayUnderTest;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  token = await gateway.token({ userId: await gateway.user('suggestions@example.org') });
});
afterAll(() => gateway.close());

const post = (body: unknown, bearer = token) =>
  gateway.request('/api/v1/categories/suggestions', { token: bearer, method: 'POST', body });

describe('suggested categories', () => {
  it('say why, and have a rule that can be sent as it is', async () => {
    const amount: CategorySuggestion = {
      ...SUGGESTED,
      transaction_id: 901,
      evidence: 'amount',
      conditions: [],
    };
    const owner = await gateway.playOwner(
      fake(SuggestCategories, (payload) => {
        expect(payload).toEqual({ transaction_ids: [900, 901] });
        return { suggestions: [SUGGESTED, amount], learned: 340 };
      }),
    );
    const { status, body } = await post({ transaction_ids: ['900', '901'] });
    await owner.stop();
    expect(status).toBe(200);
    const shown = { category_id: '7', certainty: 0.93, agreeing: '12', of: '13' };
    expect(body).toEqual({
      data: {
        suggestions: [
          {
            ...shown,
            transaction_id: '900',
            evidence: 'payee',
            reason: '12 of the last 13 of this payee',
            rule: {
              name: 'Category of Kahvila',
              conditions: SUGGESTED.conditions,
              actions: [{ action_type: 'SET_FIELD', field_name: 'category_id', value: '7' }],
            },
          },
          {
            ...shown,
            transaction_id: '901',
            evidence: 'amount',
            reason: '12 of the last 13 of this amount',
            rule: null,
          },
        ],
        learned: '340',
      },
    });
  });

  it('have a rule that the preview takes, and no account in its name', async () => {
    const iban = 'FI2112345600000785';
    const byAccount: CategorySuggestion = {
      ...SUGGESTED,
      evidence: 'account',
      conditions: [
        { transaction_type: 'DEBIT', field_name: 'creditor.iban', operator: 'equals', value: iban },
      ],
    };
    const owner = await gateway.playOwner(
      fake(SuggestCategories, () => ({ suggestions: [byAccount], learned: 1 })),
      fake(PreviewRule, ({ rule }) => {
        expect(rule.conditions).toMatchObject(byAccount.conditions);
        expect(rule.actions).toMatchObject([{ field_name: 'category_id', value: '7' }]);
        return { scanned: 0, matched: 0, changed: 0, failed: 0, more: false, matches: [] };
      }),
    );
    const { body } = await post({ transaction_ids: ['900'] });
    const [{ rule }] = (body as { data: { suggestions: [{ rule: { name: string } }] } }).data.suggestions;
    expect(rule.name).toBe('Category with this account');
    const preview = { token, method: 'POST', body: { rule } };
    expect((await gateway.request('/api/v1/rules/preview', preview)).status).toBe(200);
    await owner.stop();
  });

  it('are refused for no transactions, more than 200 and what is no id', async () => {
    for (const ids of [[], ['x'], Array.from({ length: 201 }, (_, index) => String(index + 1))]) {
      expect((await post({ transaction_ids: ids })).status).toBe(422);
    }
    const narrow = await gateway.token({
      userId: await gateway.user('narrow@example.org'),
      scopes: ['rules:read'],
    });
    expect((await post({ transaction_ids: ['1'] }, narrow)).status).toBe(403);
  });
});
