import { CommandPayload, CreateRule, RULE_VALUE_LENGTH_MAX, UpdateRule } from '@tributary/contracts';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';

const PAGE = 100;
const LISTED_BYTES_MAX = 2_000_000;

let engine: RuleEngineFixture;
beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());

type NewRule = CommandPayload<typeof CreateRule>;
const condition = (value: string) =>
  ({ transaction_type: 'ANY', field_name: 'creditor.name', operator: 'contains', value }) as const;
const withConditions = (count: number, value: string): Partial<NewRule> => ({
  conditions: Array.from({ length: count }, () => condition(value)),
});
const create = (members: Partial<NewRule>) => engine.send(CreateRule, newRule(members));

it('a value may have the documented maximum, and no more', async () => {
  await create(withConditions(1, 'x'.repeat(RULE_VALUE_LENGTH_MAX)));
  await expect(create(withConditions(1, 'x'.repeat(RULE_VALUE_LENGTH_MAX + 1)))).rejects.toThrow(
    'at most 10000 characters',
  );
});

it('a rule that would not fit into a message is refused, by what it may have', async () => {
  for (const [count, value] of [
    [100, 'x'.repeat(7_000)],
    [100, '\u0001'.repeat(700)],
  ] as const) {
    await expect(create(withConditions(count, value))).rejects.toThrow('at most 256 KB together');
  }
});

it('a page of the largest rules has less than 2 MB, and small rules are created all the same', async () => {
  const large = withConditions(24, 'x'.repeat(RULE_VALUE_LENGTH_MAX));
  const documents: unknown[] = [];
  let refusal: unknown = null;
  while (refusal === null && documents.length < PAGE) {
    await create(large)
      .then(({ document }) => documents.push(document))
      .catch((error: unknown) => (refusal = error));
  }
  expect(String(refusal)).toContain('The hundred largest rules of a user');
  expect(documents.length).toBeGreaterThan(2);
  expect(Buffer.byteLength(JSON.stringify(documents))).toBeLessThan(LISTED_BYTES_MAX);
  const small = await create(withConditions(3, 'market'));
  // A small rule cannot become a large one either; a large one may be shortened.
  await expect(
    engine.send(UpdateRule, { rule_id: small.id, conditions: large.conditions ?? [] }),
  ).rejects.toThrow('The hundred largest rules of a user');
  const { id } = await create(withConditions(1, 'x'));
  await engine.send(UpdateRule, { rule_id: id, ...withConditions(2, 'y') });
});
