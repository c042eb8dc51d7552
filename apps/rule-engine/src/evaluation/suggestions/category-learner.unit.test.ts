import { CategoryLearner } from './category-learner';
import { Described, evidenceOf } from './evidence';

function paid(members: Partial<Described> & { payee?: string; text?: string; day?: string }): Described {
  const { payee, text, day = '2026-03-02', ...rest } = members;
  return {
    amount: '-12.40',
    mapped_fields: { date: day, ...(payee && { payee }), ...(text && { description: text }) },
    booking_date: day,
    value_date: null,
    ...rest,
  };
}

const amounts = Array.from({ length: 40 }, (_, index) => `-${11 + 7 * index}.35`);

describe('suggested categories', () => {
  it('say how many choices of the payee agree', () => {
    const learner = new CategoryLearner();
    for (const amount of amounts.slice(0, 9)) learner.learn(paid({ payee: 'Kahvila Oy', amount }), 'food');
    learner.learn(paid({ payee: 'Kahvila Oy', amount: '-900.10' }), 'gifts');
    expect(learner.suggest(paid({ payee: 'KAHVILA  OY', amount: '-8200.00' }))).toMatchObject({
      categoryId: 'food',
      evidence: 'payee',
      agreeing: 9,
      of: 10,
    });
  });

  it('are null where nothing alike was chosen', () => {
    const learner = new CategoryLearner();
    expect(learner.suggest(paid({ payee: 'Kahvila Oy' }))).toBeNull();
    learner.learn(paid({ payee: 'Kahvila Oy', text: 'coffee' }), 'food');
    expect(learner.suggest(paid({ payee: 'Miete', amount: '750.00', day: '2026-04-21' }))).toBeNull();
  });

  it('become certain with agreeing choices, and less certain with contradicting ones', () => {
    const learner = new CategoryLearner();
    const certainties = amounts.slice(0, 12).map((amount) => {
      learner.learn(paid({ payee: 'Kahvila Oy', amount }), 'food');
      return learner.suggest(paid({ payee: 'Kahvila Oy', amount: '-8200.00' }))?.certainty ?? 0;
    });
    expect(certainties[0]).toBeLessThan(0.6);
    expect(certainties.at(-1)).toBeGreaterThan(0.85);
    for (const amount of amounts.slice(12, 15)) learner.learn(paid({ payee: 'Kahvila Oy', amount }), 'gifts');
    const after = learner.suggest(paid({ payee: 'Kahvila Oy', amount: '-8200.00' }));
    expect(after?.certainty).toBeLessThan(certainties.at(-1) ?? 0);
  });

  it('follow a user who changes their mind', () => {
    const learner = new CategoryLearner();
    for (const amount of amounts.slice(0, 20))
      learner.learn(paid({ payee: 'Kahvila Oy', amount }), 'restaurants');
    for (const amount of amounts.slice(20, 27))
      learner.learn(paid({ payee: 'Kahvila Oy', amount }), 'coffee');
    expect(learner.suggest(paid({ payee: 'Kahvila Oy', amount: '-8200.00' }))?.categoryId).toBe('coffee');
  });

  it('tell money back from money paid', () => {
    const learner = new CategoryLearner();
    for (const amount of amounts.slice(0, 5)) learner.learn(paid({ payee: 'Shop', amount }), 'clothes');
    learner.learn(paid({ payee: 'Shop', amount: '35.00' }), 'refunds');
    expect(learner.suggest(paid({ payee: 'Shop', amount: '36.10' }))?.categoryId).toBe('refunds');
  });

  it('do not trust amounts of a user whose amounts say nothing', () => {
    const learner = new CategoryLearner();
    for (let turn = 0; turn < 300; turn += 1) {
      const payee = `shop ${'abcdefghijklmnopqrstuvwxyz'[turn % 26]}${turn}`;
      learner.learn(
        paid({ payee, amount: '-20.00', day: `2026-01-${String((turn % 28) + 1).padStart(2, '0')}` }),
        `c${(turn * 7) % 11}`,
      );
    }
    expect(learner.suggest(paid({ amount: '-20.00', day: '2026-02-03' }))?.certainty).toBeLessThan(0.4);
  });

  it('trust amounts of a user whose amounts say everything', () => {
    const learner = new CategoryLearner();
    for (let month = 0; month < 60; month += 1) {
      learner.learn(paid({ amount: '-14.60', day: '2026-03-31' }), 'fees');
      learner.learn(paid({ amount: `-${1200 + month}.00`, day: '2026-03-05' }), 'rent');
    }
    expect(learner.suggest(paid({ amount: '-14.6', day: '2026-04-30' }))).toMatchObject({
      categoryId: 'fees',
    });
    expect(learner.suggest(paid({ amount: '-14.6', day: '2026-04-30' }))?.certainty).toBeGreaterThan(0.9);
  });
});

describe('the evidence of a transaction', () => {
  it('is at most twenty-six pieces of short keys, whatever a bank sends', () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `w${'x'.repeat(index % 9)}y`).join(' ');
    const evidence = evidenceOf(paid({ payee: text, text, creditor: { iban: 'FI2112345600000785' } }));
    expect(evidence.length).toBeLessThanOrEqual(26);
    for (const { key } of evidence) expect(key.length).toBeLessThan(400);
  });

  it('is the same for texts that differ in case, accents, dates and numbers', () => {
    const words = (text: string): string[] =>
      evidenceOf(paid({ text })).flatMap(({ kind, key }) => (kind === 'word' ? [key] : []));
    expect(words('CARTE 12/03 CAFÉ DE LA PAIX 75011')).toEqual(words('carte 14/04 Cafe de la Paix 4411X22'));
  });

  it('has sizes without turning money into numbers', () => {
    const size = (amount: string): string | undefined => evidenceOf(paid({ amount })).at(-1)?.key;
    expect(size('-12.40')).toBe(size('-12.4'));
    expect(size('-400.00')).toBe(size('-699.99'));
    expect(size('-400.00')).not.toBe(size('-40.00'));
    expect(size('-0.05')).not.toBe(size('-5'));
    expect(size('-123456789012345678.12')).not.toBe(size('-12345678901234567.12'));
  });
});
