import type { ExtendedValue } from './extended-value';

/** The result of a formula, and the address that it fetches, if any. */
export interface Evaluated {
  readonly effective: ExtendedValue;
  readonly fetches: string | null;
}

const FETCHING = /^=\s*(IMPORTXML|IMPORTDATA|IMPORTHTML|IMPORTFEED|IMAGE)\s*\(\s*"([^"]*)"/i;
const LINK = /^=\s*HYPERLINK\s*\(\s*"([^"]*)"\s*[,;]\s*"([^"]*)"\s*\)$/i;
const ARITHMETIC = /^[\d\s.+\-*/()]+$/;

/** Evaluates what an attacker would put into a payee: links, fetches, sums. Anything else is `#NAME?`. */
export function evaluateFormula(formula: string): Evaluated {
  const fetching = FETCHING.exec(formula);
  if (fetching) return { effective: { stringValue: '(fetched)' }, fetches: fetching[2] ?? '' };
  const link = LINK.exec(formula);
  if (link) return { effective: { stringValue: link[2] ?? '' }, fetches: null };
  const sum = formula.slice(1);
  const value = ARITHMETIC.test(sum) ? valueOf(sum) : NaN;
  if (Number.isFinite(value)) return { effective: { numberValue: value }, fetches: null };
  return { effective: { errorValue: { type: 'NAME', message: 'Unknown function or name.' } }, fetches: null };
}

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** The value of numbers with `+ - * /` and parentheses, by recursive descent; NaN where the text is no sum. */
function valueOf(sum: string): number {
  const tokens = sum.replace(/\s+/g, '').match(/\d*\.?\d+|./g) ?? [];
  const factor = (): number => {
    const token = tokens.shift();
    if (token === '-' || token === '+') return token === '-' ? -factor() : factor();
    if (token !== '(') return Number(token);
    const value = total();
    return tokens.shift() === ')' ? value : NaN;
  };
  const chain = (operand: () => number, operators: string): number => {
    let value = operand();
    for (let next = tokens[0]; next !== undefined && operators.includes(next); next = tokens[0]) {
      tokens.shift();
      value = OPERATORS[next]?.(value, operand()) ?? NaN;
    }
    return value;
  };
  const total = (): number => chain(() => chain(factor, '*/'), '+-');
  const value = total();
  return tokens.length === 0 ? value : NaN;
}
