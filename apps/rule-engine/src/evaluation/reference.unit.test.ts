import { SAMPLE_TIME } from '@tributary/contracts';
import fc from 'fast-check';
import { propertyRuns, randomDocument, randomRule, randomSetField } from '../../test/random-rules';
import { referenceShape } from '../../test/reference-rules';
import { compileRule } from './compiled-rule';
import { NO_ACCOUNT_FACTS, transactionFacts } from './documents/facts';
import { shape } from './shape';

const FACTS = transactionFacts(
  { id: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME },
  17,
  NO_ACCOUNT_FACTS,
);

it('compiled rules match their specification, on random rules and transactions', () => {
  fc.assert(
    fc.property(
      randomDocument,
      fc.array(randomRule(randomSetField), { minLength: 1, maxLength: 5 }),
      (document, random) => {
        const rules = random.map((rule, index) => ({ id: index + 1, version: 1, ...rule }));
        const expected = referenceShape(document, rules);
        const { shaped, effects } = shape(
          { document, facts: FACTS, suppressions: [] },
          { accountRules: rules.map(compileRule), links: [] },
        );
        expect(shaped ?? document).toEqual(expected.document);
        expect(
          effects
            .filter(({ kind }) => kind === 'APPLIED')
            .map((one) => [one.ruleId, one.fieldName, one.previousValue ?? '', one.newValue ?? '']),
        ).toEqual(expected.changes);
        expect(effects.filter(({ kind }) => kind === 'FAILED').map(({ ruleId }) => ruleId)).toEqual(
          expected.failed,
        );
      },
    ),
    propertyRuns(2_000, 200_000),
  );
});
