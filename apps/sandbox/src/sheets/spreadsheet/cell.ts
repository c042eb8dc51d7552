import { isDay, DAY_MS, utcDay } from '@tributary/money';
import { evaluateFormula } from './formula';
import type { ExtendedValue } from './extended-value';
import { invalidArgument } from '../problem';

export type Scalar = string | number | boolean;

export interface Cell {
  readonly entered: ExtendedValue;
  readonly effective: ExtendedValue;
  /** The address that its formula has fetched. */
  readonly fetchedUrl: string | null;
  /** The pattern of its number format. */
  readonly pattern: string | null;
}

/** A cell as a batch update writes it. */
export interface CellData {
  readonly userEnteredValue?: ExtendedValue;
  readonly userEnteredFormat?: {
    readonly numberFormat?: { readonly type?: string; readonly pattern?: string };
  };
}

const CHARS_MAX = 50_000;
/** The day 0 of serial dates. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** @throws Problem where the value is not one, or too long */
export function cellOf(entered: ExtendedValue, pattern: string | null): Cell {
  const text = entered.stringValue ?? entered.formulaValue ?? '';
  if (typeof text !== 'string') throw invalidArgument('Invalid value at stringValue');
  if (text.length > CHARS_MAX) {
    throw invalidArgument(
      `Your input contains more than the maximum of ${CHARS_MAX} characters in a single cell.`,
    );
  }
  const { numberValue, boolValue } = entered;
  if (numberValue !== undefined && typeof numberValue !== 'number')
    throw invalidArgument('Invalid value at numberValue');
  if (boolValue !== undefined && typeof boolValue !== 'boolean')
    throw invalidArgument('Invalid value at boolValue');
  if (entered.formulaValue === undefined) return { entered, effective: entered, fetchedUrl: null, pattern };
  return { entered, ...evaluateFormula(entered.formulaValue), pattern };
}

/**
 * Converts a value of `values…`: unchanged with RAW, parsed like typed text with USER_ENTERED. Null changes nothing.
 */
export function enteredOf(value: unknown, input: 'RAW' | 'USER_ENTERED'): ExtendedValue {
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'string')
    throw invalidArgument('Invalid values: a cell takes a string, a number or a boolean');
  return input === 'RAW' ? { stringValue: value } : typed(value);
}

/** Parses a typed text as the spreadsheet does. */
function typed(text: string): ExtendedValue {
  if (text.startsWith("'")) return { stringValue: text.slice(1) };
  if (/^=./.test(text)) return { formulaValue: text };
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?%?$/i.test(text)) {
    return { numberValue: text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text) };
  }
  if (/^[+@]./.test(text)) return { formulaValue: `=${text.replace(/^[+@]/, '')}` };
  if (/^(true|false)$/i.test(text)) return { boolValue: text.toLowerCase() === 'true' };
  if (isDay(text)) return { numberValue: (Date.parse(text) - EPOCH_MS) / DAY_MS };
  return { stringValue: text };
}

export function scalarOf(value: ExtendedValue): Scalar {
  return (
    value.stringValue ??
    value.numberValue ??
    value.boolValue ??
    value.formulaValue ??
    `#${value.errorValue?.type ?? 'ERROR'}!`
  );
}

export function isEmpty(cell: Cell | undefined): boolean {
  return cell === undefined || Object.keys(cell.entered).length === 0;
}

/** The text that the user sees: dates and numbers by their pattern, as far as this sandbox knows patterns. */
export function formatted({ effective, pattern }: Cell): string {
  const { numberValue } = effective;
  if (numberValue === undefined) return String(scalarOf(effective));
  if (pattern !== null && /^y+-m+-d+$/i.test(pattern)) {
    return utcDay(EPOCH_MS + numberValue * DAY_MS);
  }
  const digits = /^[#,0]*\.(0+)$/.exec(pattern ?? '')?.[1]?.length;
  return digits === undefined ? String(numberValue) : numberValue.toFixed(digits);
}

export function toCellData(cell: Cell | undefined): object {
  if (!cell || isEmpty(cell)) return {};
  return {
    userEnteredValue: cell.entered,
    effectiveValue: cell.effective,
    formattedValue: formatted(cell),
    ...(cell.pattern === null
      ? {}
      : { userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern: cell.pattern } } }),
  };
}
