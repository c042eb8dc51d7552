import { visibleText } from './bank-text';

describe('texts from banks', () => {
  it('stay as they are where every character is visible', () => {
    for (const text of ['Café Müller <b>&amp;', 'خرید از فروشگاه', '日本語 🧾'])
      expect(visibleText(text)).toBe(text);
  });

  it('show control characters and marks of direction instead of obeying them', () => {
    expect(visibleText('a\nb\u0000')).toBe('a␊b␀');
    expect(visibleText('paid \u202e00.1 RUE')).toBe('paid �00.1 RUE');
    expect(visibleText('\u2066x\u2069\u007f')).toBe('�x�␡');
  });
});
