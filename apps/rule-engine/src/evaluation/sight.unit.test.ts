import { sampleTransaction, TransactionDocument } from '@tributary/contracts';
import { compileRule } from './compiled-rule';
import { transactionFacts } from './documents/facts';
import { ActionDefinition, ConditionDefinition } from './rule-definition';
import { shape } from './shape';
import { FULL_SIGHT, Sight, sightOf } from './documents/sight';

const NO_IDENTIFIERS: Sight = { identifiers: false, account: true };

const party = (of: string) => ({
  name: `${of} name`,
  iban: `${of} iban`,
  bban: `${of} bban`,
  pan: `${of} pan`,
  masked_pan: `${of} masked`,
  msisdn: `${of} msisdn`,
});
const OUTFLOW: TransactionDocument = {
  ...sampleTransaction,
  debtor: party('SECRET debtor'),
  creditor: { ...party('SECRET creditor'), name: 'Shop' },
  ultimate_debtor: 'SECRET ultimate',
  external_identifiers: { end_to_end_id: 'SECRET e2e' },
};
const FACTS = transactionFacts({ id: 1, createdAt: '', updatedAt: '' }, 17, {
  name: 'Everyday',
  iban: 'SECRET account',
  owner_name: 'SECRET owner',
});

const set = (fieldName: string, value: string): ActionDefinition => ({
  action_type: 'SET_FIELD',
  field_name: fieldName,
  value,
});

function shapeBy(
  sight: Sight,
  actions: readonly ActionDefinition[],
  conditions: readonly ConditionDefinition[] = [],
  document = OUTFLOW,
) {
  const rule = compileRule({
    id: 1,
    version: 1,
    sight,
    trigger_on_any_condition: false,
    skip_other_rules_when_triggered: false,
    conditions,
    actions: actions.map((action, index) => ({ id: index + 1, ...action })),
  });
  return shape({ document, facts: FACTS, suppressions: [] }, { accountRules: [rule], links: [] });
}

const payeeBy = (sight: Sight, template: string): string | undefined =>
  (shapeBy(sight, [set('mapped_fields.payee', template)]).shaped ?? OUTFLOW).mapped_fields.payee;

const PEEKS = [
  '{{ creditor.iban }}',
  '{% assign k = "creditor" %}{{ [k].iban }}',
  '{% assign k = "debtor" %}{% for pair in [k] %}{{ pair[0] }}={{ pair[1] }};{% endfor %}',
  '{% assign k = "financial_account" %}{{ [k].iban }}{{ [k].owner_name }}',
  '{% assign k = "external_identifiers" %}{{ [k].end_to_end_id }}',
  '{{ debtor.name }}{{ ultimate_debtor }}',
];

describe('a rule reads what its author may see', () => {
  it.each(PEEKS)('%s reveals nothing, and reveals it to an author who may see it', (template) => {
    expect(payeeBy(NO_IDENTIFIERS, template) ?? '').not.toContain('SECRET');
    expect(payeeBy(FULL_SIGHT, template)).toContain('SECRET');
  });

  it('a condition on a hidden field is false', () => {
    const peek = (fieldName: string): ConditionDefinition => ({
      transaction_type: 'ANY',
      field_name: fieldName,
      operator: 'contains',
      value: 'SECRET',
    });
    for (const fieldName of ['debtor.name', 'ultimate_debtor', 'creditor.iban', 'financial_account.iban']) {
      const actions = [set('mapped_fields.payee', 'matched')];
      expect(shapeBy(NO_IDENTIFIERS, actions, [peek(fieldName)]).triggered).toEqual([]);
      expect(shapeBy(FULL_SIGHT, actions, [peek(fieldName)]).triggered).toEqual([1]);
    }
  });

  it('an amount that it sets to the other sign reveals nothing, and the document names the account holder', () => {
    const { shaped } = shapeBy(NO_IDENTIFIERS, [
      set('amount', '42.00'),
      set('mapped_fields.payee', '{{ debtor.name }}{{ ultimate_debtor }}{{ creditor.name }}'),
    ]);
    expect(shaped).toMatchObject({ amount: '42.00', holder: 'debtor', mapped_fields: { payee: 'Shop' } });
  });

  it('its values are written to the transaction, also if it cannot see the old value', () => {
    const { shaped, effects } = shapeBy(NO_IDENTIFIERS, [set('debtor.name', 'Me')]);
    expect(shaped?.debtor).toMatchObject({ name: 'Me', iban: 'SECRET debtor iban' });
    expect(effects).toMatchObject([{ fieldName: 'debtor.name', previousValue: null, newValue: 'Me' }]);
  });

  it('a right guess leaves the same effect as a wrong one', () => {
    const guess = (name: string) =>
      shapeBy(NO_IDENTIFIERS, [set('debtor.name', name)]).effects.map((effect) => effect.previousValue);
    expect(guess('SECRET debtor name')).toEqual(guess('Somebody'));
  });

  it('accounts are visible only with accounts:read', () => {
    const sight = sightOf({ scopes: ['rules:write', 'sensitive:read'] });
    expect(payeeBy(sight, '{% assign k = "financial_account" %}{{ [k].name }}-')).toBe('-');
    expect(payeeBy(FULL_SIGHT, '{{ financial_account.name }}')).toBe('Everyday');
  });
});

describe('a link carries what its author may see', () => {
  const seenBy = (linkSight: Sight, ruleSight: Sight, value: string) => {
    const actions = [{ id: 1, ...set('mapped_fields.payee', value) }];
    const members = {
      trigger_on_any_condition: false,
      skip_other_rules_when_triggered: false,
      conditions: [],
    };
    const rule = compileRule({ id: 1, version: 1, sight: ruleSight, ...members, actions });
    const link = { transferLinkId: 8, destinationType: 'BUDGETA', sight: linkSight, rules: [rule] } as const;
    const { outputs } = shape(
      { document: OUTFLOW, facts: FACTS, suppressions: [] },
      { accountRules: [], links: [link] },
    );
    return JSON.stringify(outputs);
  };

  it.each(PEEKS)('%s of an owner reveals nothing on a link whose author sees less', (template) => {
    expect(seenBy(NO_IDENTIFIERS, FULL_SIGHT, `seen: ${template}`)).toContain('seen:');
    expect(seenBy(NO_IDENTIFIERS, FULL_SIGHT, `seen: ${template}`)).not.toContain('SECRET');
    expect(seenBy(FULL_SIGHT, FULL_SIGHT, `seen: ${template}`)).toContain('SECRET');
  });

  it('a rule sees no more on a link whose author sees more', () => {
    expect(seenBy(FULL_SIGHT, NO_IDENTIFIERS, '{{ creditor.iban }}-')).toContain('"payee":"-"');
  });
});
