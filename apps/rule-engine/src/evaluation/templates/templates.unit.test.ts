import { SAMPLE_TIME, sampleTransaction, TransactionDocument } from '@tributary/contracts';
import { transactionFacts } from '../documents/facts';
import { compileTemplate, InvalidTemplateError, TemplateFailedError, templatePaths } from './templates';

const FACTS = transactionFacts({ id: 1001, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME }, 17, {
  name: 'Everyday',
});

const render = (template: string, document: Partial<TransactionDocument> = {}): string =>
  compileTemplate(template)({ ...sampleTransaction, ...document }, FACTS);

describe('templates', () => {
  it.each([
    ['{{ creditor.name | downcase | capitalize }}', 'Kahvila oy'],
    ['{{ nothing.here }}', ''],
    ['\n  {% if booked %}booked{% else %}pending{% endif %}\n', 'booked'],
    [
      '{% assign words = remittance_information.unstructured | split: " " %}{% for word in words %}{{ word }}{% endfor %}',
      'Card02.03KAHVILA',
    ],
    ['{{ remittance_information.unstructured | regex_extract: "(\\\\d+)\\\\.(\\\\d+)", 2 }}', '03'],
    ['{{ remittance_information.unstructured | regex_extract: "x(y)", 1 }}', ''],
    [
      '{{ remittance_information.unstructured | regex_replace: "(?i)^card ([\\\\d.]+) ", "$1: " }}',
      '02.03: KAHVILA',
    ],
    ['{{ amount | money_abs }}', '12.40'],
    ['{{ amount | money_round: 0 }}', '-12'],
    ['{{ amount | money_negate }}', '12.40'],
    ['{{ amount | money_plus: "0.20" }}', '-12.20'],
    ['{{ amount | money_minus: "0.1" }}', '-12.50'],
    ['{{ amount | money_times: "1.1" | money_round: 2 }}', '-13.64'],
    ['{{ amount | money_divided_by: "3" }}', '-4.13'],
    ['{{ amount | money_divided_by: "3", 4 }}', '-4.1333'],
    ['{{ id }} {{ financial_account.name }}', '1001 Everyday'],
    ['{{ "a1b2" | regex_replace: "([a-z])(\\\\d)", "$2$1$$" }}', '1a$2b$'],
  ])('%p renders %p', (template, expected) => expect(render(template)).toBe(expected));

  it.each([
    ['-12.405', 2, '-12.41'],
    ['0.5', 0, '1'],
    ['-0.4', 0, '0'],
    ['99.995', 2, '100.00'],
    ['7', 2, '7.00'],
    ['0.05', 1, '0.1'],
    ['90071992547409931.115', 2, '90071992547409931.12'],
  ])('money_round of %s to %d is %s: exact, half away from zero', (amount, decimals, expected) =>
    expect(render(`{{ amount | money_round: ${decimals} }}`, { amount })).toBe(expected),
  );

  it.each([
    ['first\n {% bogus %}', 'tag "bogus" not found at line 2, column 2'],
    ['{{ amount | shout }}', 'undefined filter: shout at line 1, column 1'],
    ['{{ amount ', 'output "{{ amount " not closed at line 1, column 1'],
    ['{% include "secrets" %}', 'tag "include" not found at line 1, column 1'],
    ['{% render "secrets" %}', 'tag "render" not found at line 1, column 1'],
    ['{% layout "secrets" %}', 'tag "layout" not found at line 1, column 1'],
    ['{% increment amount %}', 'tag "increment" not found at line 1, column 1'],
    [`{{ amount }}${'x'.repeat(10_000)}`, 'parse length limit exceeded'],
  ])('%p is refused when it is saved, with line and column', (template, message) => {
    expect(() => compileTemplate(template)).toThrow(InvalidTemplateError);
    expect(() => compileTemplate(template)).toThrow(message);
  });

  it.each([
    ['{{ (1..100000000) | join }}', /memory alloc limit exceeded at line 1, column 1/],
    ['{% for a in (1..900) %}{% for b in (1..900) %}{{ b }}{% endfor %}{% endfor %}', /limit exceeded/],
    [`{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`, /limit exceeded/],
    ['{{ amount | regex_replace: "(", "" }}', /the pattern is not valid/],
    ['{{ creditor.name | money_abs }}', /an amount must be a plain decimal number/],
    ['{{ amount | money_divided_by: "0" }}', /divided by zero/],
    ['{{ amount | money_round: 13 }}', /0 to 12 decimals/],
    // Five ways to produce a gigabyte: a loop, captures that double, a replacement, an empty pattern, a filter.
    [
      `{% for a in (1..900) %}${'{{ remittance_information.unstructured }}'.repeat(50)}{% endfor %}`,
      /more than 10000/,
    ],
    [
      `{% capture a %}xxxxxxxxxx{% endcapture %}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(30)}`,
      /more than 10000 characters/,
    ],
    [`{{ "${'a'.repeat(500)}" | regex_replace: "a", "${'b'.repeat(900)}" }}`, /more than 10000 characters/],
    [`{{ "${'a'.repeat(900)}" | regex_replace: "", "${'$&'.repeat(400)}bbbbbbbbbbbbb" }}`, /more than 10000/],
  ])('%p is stopped during rendering', (template, reason) => {
    expect(() => render(template)).toThrow(TemplateFailedError);
    expect(() => render(template)).toThrow(reason);
  });

  it('a text beyond the limit of regular expressions fails the rule that searches it', () => {
    const document = { additional_information: 'a'.repeat(20_001) };
    expect(() => render('{{ additional_information | regex_extract: "b" }}', document)).toThrow(
      /longer than the 20000/,
    );
  });

  it.each([
    ['{{ creditor.iban }}', ['creditor.iban']],
    ['{% assign x = creditor %}{{ x.iban }}', ['creditor']],
    ['{{ creditor[mapped_fields.payee] }}', ['creditor', 'mapped_fields.payee']],
    ['{% for part in remittance_information %}{{ part }}{% endfor %}', ['remittance_information']],
  ])('%p reads %p', (template, paths) => expect(templatePaths(template).sort()).toEqual(paths));

  it('a template cannot access an object’s internals, nor change the transaction', () => {
    expect(render('{{ creditor.constructor.name }}{{ creditor.toString }}{{ __proto__ }}')).toBe('');
    const document = structuredClone(sampleTransaction);
    compileTemplate('{% assign amount = "1" %}{% capture currency %}X{% endcapture %}{{ amount }}')(
      document,
      FACTS,
    );
    expect(document).toEqual(sampleTransaction);
  });

  it('a failure does not reveal the transaction’s values', () => {
    try {
      render('{{ creditor.iban | money_abs }}');
      throw new Error('it rendered');
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateFailedError);
      expect((error as Error).message).not.toContain('FI21');
    }
  });
});
