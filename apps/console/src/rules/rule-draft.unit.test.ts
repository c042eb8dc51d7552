import { bodyOf, draftOf, isSameDraft, rebased, type Rule } from './rule-draft';

const at = '2026-03-02T07:00:00.000Z';
const part = { created_at: at, updated_at: at, rules_count: '1' };

const RULE: Rule = {
  id: '5',
  scope: 'ANY',
  type: 'CUSTOM',
  name: 'Coffee',
  description: null,
  enabled: 'true',
  disabled_reason: null,
  disabled_at: null,
  migrated: 'false',
  trigger_on_any_condition: 'false',
  skip_other_rules_when_triggered: 'false',
  created_at: at,
  updated_at: at,
  compatible_destinations: [],
  output_compatible: 'true',
  paused: null,
  conditions: [
    {
      ...part,
      id: '1',
      transaction_type: 'DEBIT',
      field_name: 'creditor.name',
      operator: 'contains',
      value: 'x',
    },
  ],
  conditions_count: '1',
  actions: [
    {
      ...part,
      id: '2',
      order: '1',
      action_type: 'SET_FIELD',
      field_name: 'mapped_fields.payee',
      value: null,
    },
  ],
  actions_count: '1',
  financial_accounts_count: '0',
  transfer_links_count: '0',
};

describe('the draft of a rule', () => {
  it('is sent back as it was read, with the ids of its parts and values that are hidden', () => {
    expect(bodyOf(draftOf(RULE))).toMatchObject({
      name: 'Coffee',
      conditions: [{ id: '1', transaction_type: 'DEBIT', value: 'x' }],
      actions: [{ id: '2', field_name: 'mapped_fields.payee', value: null }],
    });
  });

  it('is the same until something is said otherwise: moves of the rule do not count', () => {
    const moved = { ...RULE, updated_at: '2026-03-02T08:00:00.000Z', financial_accounts_count: '2' };
    expect(isSameDraft(draftOf(RULE), draftOf(moved))).toBe(true);
    expect(isSameDraft(draftOf(RULE), { ...draftOf(RULE), name: 'Tea' })).toBe(false);
  });

  it('keeps parts as new ones where the saved version has lost them', () => {
    const onto = { ...RULE, conditions: [] };
    const { conditions, actions } = rebased(draftOf(RULE), onto);
    expect(conditions[0]?.id).toBeNull();
    expect(actions[0]?.id).toBe('2');
  });
});
