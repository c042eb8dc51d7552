import { SAMPLE_TIME, sampleTransaction, TransactionDocument } from '@tributary/contracts';
import fc from 'fast-check';
import { CompiledRule, compileRule } from './compiled-rule';
import { documentHash } from './documents/document-hash';
import { ActionDefinition, ConditionDefinition, RuleDefinition } from './rule-definition';
import { NO_ACCOUNT_FACTS, transactionFacts } from './documents/facts';
import { LinkRules, shape as shapeInput, ShapingPlan } from './shape';
import { FULL_SIGHT } from './documents/sight';
import { Suppressions } from './suppressions';

const FACTS = transactionFacts(
  { id: 1001, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME },
  17,
  NO_ACCOUNT_FACTS,
);

const shape = (document: TransactionDocument, plan: ShapingPlan, suppressions: Suppressions = []) =>
  shapeInput({ document, facts: FACTS, suppressions }, plan);

let nextId = 1;

function rule(
  members: Partial<Omit<RuleDefinition, 'actions'>> & { actions: ActionDefinition[] },
): CompiledRule {
  return compileRule(definition(members));
}

function definition(
  members: Partial<Omit<RuleDefinition, 'actions'>> & { actions: ActionDefinition[] },
): RuleDefinition {
  return {
    id: nextId++,
    version: 1,
    sight: FULL_SIGHT,
    trigger_on_any_condition: false,
    skip_other_rules_when_triggered: false,
    conditions: [],
    ...members,
    actions: members.actions.map((action) => ({ id: nextId++, ...action })),
  };
}

const set = (fieldName: string, value: string | null): ActionDefinition => ({
  action_type: 'SET_FIELD',
  field_name: fieldName,
  value,
});

const where = (fieldName: string, operator: ConditionDefinition['operator'], value: string | null) => ({
  transaction_type: 'ANY' as const,
  field_name: fieldName,
  operator,
  value,
});

const byAccount = (...accountRules: CompiledRule[]) => ({ accountRules, links: [] });

const byLink = (destinationType: LinkRules['destinationType'], ...rules: CompiledRule[]) => ({
  accountRules: [],
  links: [{ transferLinkId: 8, destinationType, sight: FULL_SIGHT, rules }],
});

describe('rules of an account', () => {
  it('without rules the document stays, as null, with the hash of the raw one', () => {
    const { shaped, hash, outputs, effects } = shape(sampleTransaction, byAccount());
    expect([shaped, hash, outputs, effects]).toEqual([null, documentHash(sampleTransaction), [], []]);
  });

  it('each rule sees the results of earlier ones; the raw document never changes', () => {
    const raw = structuredClone(sampleTransaction);
    const { shaped, effects } = shape(
      raw,
      byAccount(
        rule({ actions: [set('mapped_fields.payee', 'Coffee')] }),
        rule({
          conditions: [where('mapped_fields.payee', 'equals', 'coffee')],
          actions: [set('mapped_fields.payee', '{{ mapped_fields.payee }} house')],
        }),
      ),
    );
    expect(shaped?.mapped_fields.payee).toBe('Coffee house');
    expect(effects.map(({ previousValue, newValue }) => [previousValue, newValue])).toEqual([
      ['Kahvila Oy', 'Coffee'],
      ['Coffee', 'Coffee house'],
    ]);
    expect(raw).toEqual(sampleTransaction);
  });

  it('a field that ends with its first value is unchanged, though each step is logged', () => {
    const { shaped, hash, effects } = shape(
      sampleTransaction,
      byAccount(
        rule({ actions: [set('creditor.name', 'X')] }),
        rule({ actions: [set('creditor.name', 'Kahvila Oy')] }),
      ),
    );
    expect([shaped, hash, effects.length]).toEqual([null, documentHash(sampleTransaction), 2]);
  });

  it('an emptied field is omitted, an object without members, too, and a nullable one becomes null', () => {
    const { shaped } = shape(
      sampleTransaction,
      byAccount(
        rule({
          actions: [
            set('codes.bank_transaction_code', null),
            set('value_date', ''),
            set('mapped_fields.date', null),
          ],
        }),
      ),
    );
    expect(shaped).toMatchObject({ value_date: null, mapped_fields: { date: null } });
    expect(Object.keys(shaped ?? {})).not.toContain('codes');
  });

  it('a missing field is added', () => {
    const { shaped } = shape(sampleTransaction, byAccount(rule({ actions: [set('debtor.name', 'Maija')] })));
    expect(shaped?.debtor).toEqual({ name: 'Maija' });
  });

  it('amounts take the minor digits of the currency', () => {
    const { shaped } = shape(
      sampleTransaction,
      byAccount(rule({ actions: [set('amount', '{{ amount | money_round: 0 }}')] })),
    );
    expect(shaped?.amount).toBe('-12.00');
  });

  it('all conditions must hold, or any of them', () => {
    const conditions = [where('amount', 'lt', '0'), where('creditor.name', 'contains', 'nobody')];
    const actions = [set('mapped_fields.payee', 'X')];
    expect(shape(sampleTransaction, byAccount(rule({ conditions, actions }))).shaped).toBeNull();
    const any = rule({ conditions, actions, trigger_on_any_condition: true });
    expect(shape(sampleTransaction, byAccount(any)).shaped).not.toBeNull();
  });

  it('skip_other_rules_when_triggered stops later rules only if the rule is triggered', () => {
    const actions = [set('mapped_fields.payee', 'First')];
    const second = rule({ actions: [set('mapped_fields.payee', 'Second')] });
    const stopping = (value: string) =>
      rule({
        actions,
        skip_other_rules_when_triggered: true,
        conditions: [where('creditor.name', 'contains', value)],
      });
    const payee = (first: CompiledRule) =>
      shape(sampleTransaction, byAccount(first, second)).shaped?.mapped_fields.payee;
    expect([payee(stopping('kahvila')), payee(stopping('nobody'))]).toEqual(['First', 'Second']);
  });

  it.each([
    [
      'an amount that is none',
      set('amount', '{{ creditor.name }}'),
      'an amount must be a plain decimal number such as "-12.50"',
    ],
    ['an amount that is empty', set('amount', '{{ nothing }}'), 'amount cannot be empty'],
    [
      'a date that is none',
      set('booking_date', '{{ creditor.name }}'),
      'booking_date must be a date written YYYY-MM-DD',
    ],
    [
      'a date of a year that PostgreSQL has not',
      set('booking_date', '{{ "0000" }}-01-01'),
      'booking_date must be a date written YYYY-MM-DD',
    ],
    ['a template that fails', set('mapped_fields.payee', '{{ (1..9999999) | join }}'), 'the template failed'],
  ])('a rule that fails (%s) is reverted completely, logged, and stops no other', (_, failing, reason) => {
    const { shaped, effects } = shape(
      sampleTransaction,
      byAccount(
        rule({
          actions: [set('mapped_fields.payee', 'half done'), failing],
          skip_other_rules_when_triggered: true,
        }),
        rule({ actions: [set('mapped_fields.description', 'done')] }),
      ),
    );
    expect(shaped?.mapped_fields).toMatchObject({ payee: 'Kahvila Oy', description: 'done' });
    expect(effects.map(({ kind }) => kind)).toEqual(['FAILED', 'APPLIED']);
    expect(effects[0]?.error).toContain(reason);
  });

  it('a stored rule that no longer compiles fails on each transaction, and stops no other', () => {
    const { shaped, effects } = shape(
      sampleTransaction,
      byAccount(
        rule({ actions: [set('no.such.field', 'x')] }),
        rule({ actions: [set('mapped_fields.payee', 'done')] }),
      ),
    );
    expect(shaped?.mapped_fields.payee).toBe('done');
    expect(effects[0]).toMatchObject({ kind: 'FAILED', error: 'A transaction has no such field.' });
  });
});

describe('rules of a link', () => {
  it('begin from the account’s result; without rules the output is the shaped document', () => {
    const plan = {
      accountRules: [rule({ actions: [set('mapped_fields.payee', 'Account')] })],
      links: [
        { transferLinkId: 8, destinationType: 'BUDGETA' as const, sight: FULL_SIGHT, rules: [] },
        {
          transferLinkId: 9,
          destinationType: 'BUDGETA' as const,
          sight: FULL_SIGHT,
          rules: [rule({ actions: [set('mapped_fields.payee', '{{ mapped_fields.payee }} and link')] })],
        },
      ],
    };
    const { hash, outputs } = shape(sampleTransaction, plan);
    expect(outputs[0]).toEqual({
      transferLinkId: 8,
      document: null,
      destinationFields: {},
      skip: false,
      hash,
    });
    expect(outputs[1]?.document?.mapped_fields.payee).toBe('Account and link');
    expect(outputs[1]?.hash).not.toBe(hash);
  });

  it('fields of a destination apply to links to that destination only', () => {
    const action: ActionDefinition = {
      action_type: 'SET_BUDGETA_FIELD',
      field_name: 'memo',
      value: '{{ currency }}',
    };
    const budgeta = shape(sampleTransaction, byLink('BUDGETA', rule({ actions: [action] })));
    const sheets = shape(sampleTransaction, byLink('SHEETS', rule({ actions: [action] })));
    expect(budgeta.outputs[0]?.destinationFields).toEqual({ memo: 'EUR' });
    expect(budgeta.outputs[0]?.hash).not.toBe(budgeta.hash);
    expect([sheets.outputs[0]?.destinationFields, sheets.effects]).toEqual([{}, []]);
  });

  it('SKIP_TRANSFER marks the output, which changes its hash', () => {
    const skip: ActionDefinition = { action_type: 'SKIP_TRANSFER', field_name: null, value: null };
    const { hash, outputs, effects } = shape(
      sampleTransaction,
      byLink('SHEETS', rule({ actions: [skip, skip] })),
    );
    expect(outputs[0]).toMatchObject({ skip: true, document: null });
    expect(outputs[0]?.hash).not.toBe(hash);
    expect(effects).toMatchObject([{ actionType: 'SKIP_TRANSFER', transferLinkId: 8, fieldName: null }]);
  });

  it('a rule that fails also reverts its destination fields', () => {
    const failing = rule({
      actions: [
        { action_type: 'SET_BUDGETA_FIELD', field_name: 'memo', value: 'half done' },
        { action_type: 'SKIP_TRANSFER', field_name: null, value: null },
        { action_type: 'SET_BUDGETA_FIELD', field_name: 'flag_color', value: '{{ creditor.name }}' },
      ],
    });
    const { outputs } = shape(sampleTransaction, byLink('BUDGETA', failing));
    expect(outputs[0]).toMatchObject({ destinationFields: {}, skip: false });
  });
});

it('the hash does not depend on the order of members', () => {
  const reversed = Object.fromEntries(Object.entries(sampleTransaction).reverse());
  expect(documentHash(reversed)).toBe(documentHash(sampleTransaction));
});

/** The rules in their simplest implementation: no cache, no sharing, no rollback. */
function naively(raw: TransactionDocument, rules: readonly RuleDefinition[]): TransactionDocument {
  let document = structuredClone(raw);
  for (const {
    conditions,
    actions,
    trigger_on_any_condition: triggerOnAnyCondition,
    skip_other_rules_when_triggered: skipOtherRulesWhenTriggered,
  } of rules) {
    const payee = (document.mapped_fields.payee ?? '').toLowerCase();
    const met = conditions.map(({ value }) => payee.includes((value ?? '').toLowerCase()));
    const triggered =
      conditions.length === 0 || (triggerOnAnyCondition ? met.includes(true) : !met.includes(false));
    if (!triggered) continue;
    for (const { value } of actions) {
      const payeeNow = (value ?? '')
        .replace('{{ mapped_fields.payee }}', document.mapped_fields.payee ?? '')
        .trim();
      const { payee: _, ...others } = document.mapped_fields;
      document = { ...document, mapped_fields: payeeNow ? { ...others, payee: payeeNow } : others };
    }
    if (skipOtherRulesWhenTriggered) break;
  }
  return document;
}

it('compiled rules match a plain evaluation of the rules', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'b'), minLength: 1, maxLength: 3 });
  const ruleArbitrary = fc
    .record({
      trigger_on_any_condition: fc.boolean(),
      skip_other_rules_when_triggered: fc.boolean(),
      conditions: fc.array(
        letters.map((value) => where('mapped_fields.payee', 'contains', value)),
        { maxLength: 3 },
      ),
      actions: fc.array(
        fc
          .oneof(
            letters,
            letters.map((text) => `${text}{{ mapped_fields.payee }}`),
            fc.constant(''),
          )
          .map((value) => set('mapped_fields.payee', value)),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(definition);
  fc.assert(
    fc.property(fc.array(ruleArbitrary, { maxLength: 5 }), letters, (rules, payee) => {
      const raw = { ...sampleTransaction, mapped_fields: { payee, date: null } };
      const { shaped } = shape(raw, byAccount(...rules.map(compileRule)));
      expect(documentHash(shaped ?? raw)).toBe(documentHash(naively(raw, rules)));
    }),
    { numRuns: 300 },
  );
});

describe('a transaction that is split', () => {
  const split = {
    status: 'CONFIRMED',
    amount: sampleTransaction.amount,
    currency: 'EUR',
    parts: ['1', '2'],
  } as const;

  it('is shaped by its account and carried by no link, whose rules leave no trace on it', () => {
    const payee = rule({ actions: [set('mapped_fields.payee', 'Theirs')] });
    const whole = { ...sampleTransaction, split: { ...split, parts: [...split.parts] } };
    expect(shape(whole, byAccount(payee)).shaped).toMatchObject({
      mapped_fields: { payee: 'Theirs' },
      split,
    });
    const onLink = shape(whole, byLink('BUDGETA', payee));
    expect(onLink.outputs).toMatchObject([{ skip: true, document: null, destinationFields: {} }]);
    expect(onLink.effects).toEqual([]);
  });

  it('leaves the amounts of its parts to the user, whatever rules say', () => {
    const part = { ...sampleTransaction, split_of: '7', edited_fields: ['amount', 'currency'] };
    const half = rule({ actions: [set('amount', '-1.00'), set('additional_information', 'seen')] });
    expect(shape(part, byAccount(half)).shaped).toMatchObject({
      amount: sampleTransaction.amount,
      additional_information: 'seen',
    });
  });
});

describe('a transaction under review', () => {
  const payee = rule({ actions: [set('mapped_fields.payee', 'Theirs')] });
  const doubtful: TransactionDocument = { ...sampleTransaction, under_review: true };

  it('is shaped by its account and carried by no link, whose rules leave no trace on it', () => {
    expect(shape(doubtful, byAccount(payee)).shaped).toMatchObject({
      mapped_fields: { payee: 'Theirs' },
      under_review: true,
    });
    const onLink = shape(doubtful, byLink('BUDGETA', payee));
    expect(onLink.outputs).toMatchObject([{ skip: true, document: null, destinationFields: {} }]);
    expect(onLink.effects).toEqual([]);
  });

  it('is carried like a new one, with the effects of the link’s rules, once it is decided that there are two', () => {
    const decided = shape(sampleTransaction, byLink('BUDGETA', payee));
    expect(decided.outputs).toMatchObject([
      { skip: false, document: { mapped_fields: { payee: 'Theirs' } } },
    ]);
    expect(decided.effects.map(({ fieldName }) => fieldName)).toEqual(['mapped_fields.payee']);
    expect(decided.hash).not.toBe(shape(doubtful, byLink('BUDGETA', payee)).hash);
  });
});

describe('a field that the user set', () => {
  const edited: TransactionDocument = {
    ...sampleTransaction,
    mapped_fields: { ...sampleTransaction.mapped_fields, payee: 'Mine' },
    edited_fields: ['mapped_fields.payee'],
  };

  it('is changed by no rule of the account or of a link, and none logs a change', () => {
    const payee = rule({
      actions: [set('mapped_fields.payee', 'Theirs'), set('additional_information', 'x')],
    });
    const onAccount = shape(edited, byAccount(payee));
    expect(onAccount.shaped).toMatchObject({ mapped_fields: { payee: 'Mine' }, additional_information: 'x' });
    expect(onAccount.effects.map(({ fieldName }) => fieldName)).toEqual(['additional_information']);
    expect([onAccount.triggered, onAccount.locked]).toEqual([[payee.id], [payee.id]]);
    const onLink = shape(edited, byLink('BUDGETA', payee));
    expect(onLink.outputs).toMatchObject([
      { document: { mapped_fields: { payee: 'Mine' }, additional_information: 'x' } },
    ]);
    expect(onLink.locked).toEqual([payee.id]);
  });

  it('is readable by conditions like any value', () => {
    const seen = rule({
      conditions: [where('mapped_fields.payee', 'equals', 'Mine')],
      actions: [set('additional_information', 'seen')],
    });
    expect(shape(edited, byAccount(seen)).shaped).toMatchObject({ additional_information: 'seen' });
  });

  it('is also shown at a destination: its payee is not replaced, its other fields are set', () => {
    const there = (fieldName: string, value: string): ActionDefinition => ({
      action_type: 'SET_BUDGETA_FIELD',
      field_name: fieldName,
      value,
    });
    const atBudget = rule({ actions: [there('payee_name', 'Theirs'), there('memo', 'note')] });
    const [output] = shape(edited, byLink('BUDGETA', atBudget)).outputs;
    expect(output?.destinationFields).toEqual({ memo: 'note' });
  });

  it('does not make a rule fail', () => {
    const wrong = rule({ actions: [set('booking_date', '{{ additional_information }}')] });
    const { effects } = shape({ ...sampleTransaction, edited_fields: ['booking_date'] }, byAccount(wrong));
    expect(effects).toEqual([]);
  });
});
