import type { ExtendedValue } from './extended-value';

/** The result of a formula. */
export interface FormulaResult {
  /** The value that the cell shows. */
  readonly effective: ExtendedValue;
  /** The address that the formula fetches, null if it fetches none. */
  readonly fetchedUrl: string | null;
}

const FETCHING = /^=\s*(IMPORTXML|IMPORTDATA|IMPORTHTML|IMPORTFEED|IMAGE)\s*\(\s*"([^"]*)"/i;
const LINK = /^=\s*HYPERLINK\s*\(\s*"([^"]*)"\s*[,;]\s*"([^"]*)"\s*\)$/i;
const ARITHMETIC = /^[\d\s.+\-*/()]+$/;

/**
 * Evaluates the formulas that an attacker would put into a payee: HYPERLINK, functions that fetch an address, and
 * arithmetic. Every other formula gives the error `#NAME?`. No address is fetched.
 */
export function evaluateFormula(formula: string): FormulaResult {
  const fetching = FETCHING.exec(formula);
  if (fetching) return { effective: { stringValue: '(fetched)' }, fetchedUrl: fetching[2] ?? '' };
  const link = LINK.exec(formula);
  if (link) return { effective: { stringValue: link[2] ?? '' }, fetchedUrl: null };
  const expression = formula.slice(1);
  const value = ARITHMETIC.test(expression) ? evaluateArithmetic(expression) : NaN;
  if (Number.isFinite(value)) return { effective: { numberValue: value }, fetchedUrl: null };
  return {
    effective: { errorValue: { type: 'NAME', message: 'Unknown function or name.' } },
    fetchedUrl: null,
  };
}

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/**
 * Computes an expression of numbers, `+ - * /` and parentheses, by recursive descent: `chain` reads operands that are
 * joined by the given operators, from left to right. Returns NaN if the text is no such expression.
 */
function evaluateArithmetic(expression: string): number {
  const tokens = expression.replace(/\s+/g, '').match(/\d*\.?\d+|./g) ?? [];
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
