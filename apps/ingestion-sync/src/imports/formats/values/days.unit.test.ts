import fc from 'fast-check';
import { dateOrderOf, ReadOrder } from './date-order';
import { DateOrder, dayOf, ordersOf, readDay } from './days';

const sure = (order: ReadOrder['order']): ReadOrder => ({ order, isSure: true });

describe('days in files', () => {
  it.each([
    ['31.12.2026', 'DMY', '2026-12-31'],
    ['31.12.26', 'DMY', '2026-12-31'],
    ["12/31'26", 'MDY', '2026-12-31'],
    ["12/ 1' 6", 'MDY', '2006-12-01'],
    ['1/2/1999', 'MDY', '1999-01-02'],
    ['01/02/99', 'MDY', '1999-01-02'],
    ['2026-12-31T10:00:00+01:00', 'DMY', '2026-12-31'],
    ['31/12/2026 10:00', 'DMY', '2026-12-31'],
    ['20261231', 'DMY', '2026-12-31'],
    ['20261231120000.000[-5:EST]', 'YMD', '2026-12-31'],
    ['31 Dec 2026', 'MDY', '2026-12-31'],
    ['31-déc.-2026', 'MDY', '2026-12-31'],
    ['Dec 31, 2026', 'DMY', '2026-12-31'],
    ['26-12-31', 'YMD', '2026-12-31'],
  ] as const)('reads %p (%s) as %s', (text, order, day) => expect(readDay(text, order)).toBe(day));

  it.each([
    '31.02.2026',
    '29.02.2025',
    '00.01.2026',
    '1.13.2026',
    '2026',
    '',
    'soon',
    '31.12.',
    '312.1.2026',
    '9'.repeat(100),
  ])('refuses %p', (text) => {
    expect(() => readDay(text, 'DMY')).toThrow('The date is not a day that exists.');
  });

  it('reads every day back, in every order and with every mark', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true }),
        fc.constantFrom<DateOrder>('YMD', 'DMY', 'MDY'),
        fc.constantFrom('.', '-', '/'),
        fc.boolean(),
        (date, order, mark, shortYear) => {
          const day = date.toISOString().slice(0, 10);
          const [year = '', month = '', dayOfMonth = ''] = day.split('-');
          const y = shortYear ? year.slice(2) : year;
          const parts = {
            YMD: [y, month, dayOfMonth],
            DMY: [dayOfMonth, month, y],
            MDY: [month, dayOfMonth, y],
          };
          const text = parts[order].join(mark);
          expect(dayOf(text, order)).toBe(day);
          expect(ordersOf(text)).toContain(order);
        },
      ),
    );
  });

  it('finds the order in which neighbours are closest', () => {
    expect(dateOrderOf(['01/02/2026', '02/02/2026', '03/02/2026'], 'MDY')).toEqual(sure('DMY'));
    expect(dateOrderOf(['02/01/2026', '02/02/2026', '02/03/2026'], 'DMY')).toEqual(sure('MDY'));
    expect(dateOrderOf([], 'DMY')).toEqual(sure('DMY'));
  });

  it('is not sure of an order where the days are about as close in another', () => {
    expect(dateOrderOf(['01/02/2026'], 'MDY')).toEqual({ order: 'MDY', isSure: false });
    expect(dateOrderOf(['01/02/2026', '02/03/2026'], 'DMY')).toEqual({ order: 'DMY', isSure: false });
    expect(dateOrderOf(['01/01/2026', '02/02/2026', '12/12/2026'], 'DMY')).toEqual(sure('DMY'));
  });
});
