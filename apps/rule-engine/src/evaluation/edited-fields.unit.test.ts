import { findRuleField, outputDocument, RULE_FIELDS, SAMPLE_TIME } from '@tributary/contracts';
import fc from 'fast-check';
import { propertyRuns, randomDocument, randomPlan } from '../../test/random-rules';
import { compileRule } from './compiled-rule';
import { readField } from './documents/document-fields';
import { NO_ACCOUNT_FACTS, transactionFacts } from './documents/facts';
import { mapRules, shape } from './shape';

const SETTABLE = RULE_FIELDS.filter(({ settable }) => settable).map(({ name }) => name);
const TRANSACTION = { id: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };

it('no rule of an account or a link changes a field that the user set, or logs a change of it', () => {
  fc.assert(
    fc.property(randomDocument, randomPlan, fc.subarray(SETTABLE), (document, plan, edited) => {
      const raw = { ...document, edited_fields: edited };
      const facts = transactionFacts(TRANSACTION, 17, NO_ACCOUNT_FACTS);
      const shaping = shape({ document: raw, facts, suppressions: [] }, mapRules(plan, compileRule));
      const { shaped, hash, outputs, effects } = shaping;
      const whole = { ...TRANSACTION, raw, shaped, hash, shapedVersion: 1, rawVersion: 1, removed: false };
      const transaction = { ...whole, outputs: [...outputs] };
      const documents = [shaped ?? raw, ...outputs.map((output) => outputDocument(transaction, output))];
      for (const name of edited) {
        const field = findRuleField(name);
        if (!field) throw new Error(`${name} is in the table`);
        expect(documents.map((one) => readField(one, field))).toEqual(
          documents.map(() => readField(raw, field)),
        );
      }
      const changed = effects.filter(({ actionType }) => actionType === 'SET_FIELD');
      expect(
        changed.filter(({ kind, fieldName }) => kind === 'APPLIED' && edited.includes(fieldName ?? '')),
      ).toEqual([]);
    }),
    propertyRuns(500, 30_000),
  );
});
