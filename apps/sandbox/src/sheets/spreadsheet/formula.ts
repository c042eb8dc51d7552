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
  const value = ARITHMETIC.test(sum) ? new Arithmetic(sum).value() : undefined;
  if (value !== undefined) return { effective: { numberValue: value }, fetches: null };
  return { effective: { errorValue: { type: 'NAME', message: 'Unknown function or name.' } }, fetches: null };
}

/** `+ - * /` and parentheses, by recursive descent. */
class Arithmetic {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text.replace(/\s+/g, '');
  }

  /** Undefined if it is not a sum. */
  value(): number | undefined {
    const value = this.sum();
    return this.at === this.text.length && Number.isFinite(value) ? value : undefined;
  }

  private sum(): number {
    let value = this.product();
    for (let sign = this.text[this.at]; sign === '+' || sign === '-'; sign = this.text[this.at]) {
      this.at += 1;
      value += (sign === '+' ? 1 : -1) * this.product();
    }
    return value;
  }

  private product(): number {
    let value = this.factor();
    for (let sign = this.text[this.at]; sign === '*' || sign === '/'; sign = this.text[this.at]) {
      this.at += 1;
      value = sign === '*' ? value * this.factor() : value / this.factor();
    }
    return value;
  }

  private factor(): number {
    const sign = this.text[this.at];
    if (sign === '-' || sign === '+') {
      this.at += 1;
      return sign === '-' ? -this.factor() : this.factor();
    }
    if (sign === '(') {
      this.at += 1;
      const value = this.sum();
      if (this.text[this.at] !== ')') return Number.NaN;
      this.at += 1;
      return value;
    }
    const digits = /^\d*\.?\d+|^\d+\.?/.exec(this.text.slice(this.at))?.[0];
    if (digits === undefined) return Number.NaN;
    this.at += digits.length;
    return Number(digits);
  }
}
