import { TransferContent } from '../transfer-content';
import { alteration, changedFields, expectedContent, toBudgeta } from './transactions';
import { fromMilliunits } from './resources';
import { retryAfterMs } from '@tributary/outbound';

const CATEGORY = '0f4f2ad4-6c1c-4c3e-9d53-3c5a2f0f7f11';
const content: TransferContent = {
  date: '2026-03-02',
  amount: '-12.40',
  currency: 'EUR',
  booked: true,
  payee: 'Kahvila',
  description: 'Card 01.03',
  fields: {},
};

describe('a transaction in BUDGETA’s form', () => {
  it('has exact milliunits, payee, memo, and is not approved', () =>
    expect(toBudgeta(content)).toEqual({
      date: '2026-03-02',
      amount: -12_400,
      payee_name: 'Kahvila',
      memo: 'Card 01.03',
      cleared: 'cleared',
      approved: false,
    }));

  it('has note and tags in front of a long text, and the category that the link maps', () => {
    const annotated = {
      ...content,
      description: 'x'.repeat(600),
      note: 'Lunch',
      tags: ['to claim', '#work'],
    };
    const { memo, category_id } = toBudgeta({ ...annotated, category: CATEGORY });
    expect(memo).toMatch(/^Lunch #to-claim #work · x+$/);
    expect(memo).toHaveLength(500);
    expect(category_id).toBe(CATEGORY);
  });

  it('a category that a rule sets wins over the one that the link maps', () => {
    const ruled = CATEGORY.replace('0f', 'aa');
    expect(toBudgeta({ ...content, category: CATEGORY, fields: { category_id: ruled } }).category_id).toBe(
      ruled,
    );
  });

  it('a category that the transaction lost is cleared, unless the user changed it or it is not known', () => {
    const change = { sent: { ...content, category: CATEGORY }, wanted: content };
    expect(changedFields({ ...change, leave: new Set() })).toEqual({ category_id: null });
    expect(changedFields({ ...change, leave: new Set(['category' as const]) })).toEqual({});
    expect(changedFields({ ...change, sent: null, leave: new Set() })).not.toHaveProperty('category_id');
  });

  it('keeps texts within BUDGETA’s limits without splitting a character', () => {
    const { payee_name, memo } = toBudgeta({
      ...content,
      payee: `${'a'.repeat(199)}😀b`,
      description: 'x'.repeat(501),
    });
    expect(payee_name).toBe('a'.repeat(199));
    expect(memo).toHaveLength(500);
  });

  it.each([
    ['Transfer : Savings', '"Transfer : Savings"'],
    ['Starting Balance Ltd', '"Starting Balance Ltd"'],
    ['  STARTING  balance', '"STARTING  balance"'],
    ['Manual Balance Adjustment', '"Manual Balance Adjustment"'],
    ['Reconciliation Balance Adjustment of May', '"Reconciliation Balance Adjustment of May"'],
  ])('quotes %j, a payee whose beginning BUDGETA reserves, and says so', (payee, sent) => {
    expect(toBudgeta({ ...content, payee }).payee_name).toBe(sent);
    expect(expectedContent({ ...content, payee }).payee).toBe(sent);
    expect(alteration({ ...content, payee })).toContain('quotation marks');
  });

  it('quotes what a rule sets, too, and keeps both marks within the limit', () => {
    const fields = { payee_name: `Transfer : ${'x'.repeat(300)}` };
    const sent = toBudgeta({ ...content, fields }).payee_name ?? '';
    expect(sent).toHaveLength(200);
    expect(sent).toMatch(/^"Transfer : x+"$/);
  });

  it.each(['Transferwise', 'Transfer to Savings', 'Starting Line', 'Bank of Starting Balance', ''])(
    'leaves %j as it is',
    (payee) => {
      expect(toBudgeta({ ...content, payee }).payee_name ?? '').toBe(payee);
      expect(alteration({ ...content, payee })).toBeNull();
    },
  );

  it('what rules set for BUDGETA wins', () => {
    const fields = {
      payee_name: 'Café',
      memo: 'm',
      category_id: CATEGORY,
      flag_color: 'red',
      approved: 'true',
    };
    expect(toBudgeta({ ...content, booked: false, fields })).toMatchObject({
      ...fields,
      approved: true,
      cleared: 'uncleared',
    });
  });

  it('an empty text is null, not an empty string', () =>
    expect(toBudgeta({ ...content, payee: ' ', description: '' })).toMatchObject({
      payee_name: null,
      memo: null,
    }));

  it.each([
    [{ date: null }, 'no date'],
    [{ fields: { category_id: 'Groceries' } }, 'by its id'],
    [{ fields: { category: CATEGORY.slice(1) } }, 'by its id'],
    [{ amount: '9999999999999999.99' }, 'too large'],
    [{ fields: { flag_color: 'pink' } }, 'flag_color'],
  ])('%j cannot be represented', (change, reason) =>
    expect(() => toBudgeta({ ...content, ...change })).toThrow(reason),
  );
});

describe('a change', () => {
  const change = (
    wanted: Partial<TransferContent>,
    leave: ('status' | 'payee' | 'description' | 'amount')[] = [],
  ) =>
    changedFields({
      sent: content,
      wanted: { ...content, ...wanted },
      leave: new Set(leave),
    });

  it('sends only what differs', () => {
    expect(change({ amount: '-13.00' })).toEqual({ amount: -13_000 });
    expect(change({ amount: '-12.400' })).toEqual({});
  });

  it('does not change excluded fields', () =>
    expect(
      change({ amount: '-13.00', payee: 'Other', booked: false, date: '2026-03-05' }, ['payee', 'status']),
    ).toEqual({
      amount: -13_000,
    }));

  it('sends everything if the row is unknown, except the approval', () => {
    const fields = changedFields({ sent: null, wanted: content, leave: new Set() });
    expect(Object.keys(fields).sort()).toEqual(['amount', 'cleared', 'date', 'memo', 'payee_name']);
  });
});

it.each([
  [-12_400, '-12.40'],
  [-5, '-0.005'],
  [0, '0.00'],
  [1_234_567, '1234.567'],
])('%p milliunits are %p', (milliunits, text) => expect(fromMilliunits(milliunits)).toBe(text));

it.each([
  ['30', 30_000],
  [undefined, null],
  ['soon', null],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 9000],
])('Retry-After %p is %p ms', (header, ms) => expect(retryAfterMs(header, 1000)).toBe(ms));
