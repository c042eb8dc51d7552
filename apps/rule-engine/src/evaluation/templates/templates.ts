import { TransactionDocument } from '@tributary/contracts';
import { LiquidError, Template } from 'liquidjs';
import { TransactionFacts } from '../documents/facts';
import { InvalidPatternError } from '../regular-expressions/regular-expressions';
import { InvalidDefinitionError } from '../rule-definition';
import { boundedContext, liquid } from './liquid-engine';

/** A template that cannot be parsed; the message says what is wrong and at which line and column. */
export class InvalidTemplateError extends Error {
  override readonly name = 'InvalidTemplateError';
}

/** A template that did not render for one transaction; the message never holds the transaction's values. */
export class TemplateFailedError extends Error {
  override readonly name = 'TemplateFailedError';
}

/** Gives a value for a transaction as the rules before left it. */
export type ValueSource = (document: TransactionDocument, facts: TransactionFacts) => string;

/** Whether the text has anything to render; else it is a literal. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/**
 * Parses a template once; the result renders it. Blanks around what it renders are cut off: templates with
 * tags are written over several lines.
 * @throws InvalidTemplateError
 */
export function compileTemplate(text: string): ValueSource {
  const parsed = parse(text);
  return (document, facts) => {
    try {
      return String(liquid.renderSync(parsed, boundedContext(document, facts))).trim();
    } catch (cause) {
      throw new TemplateFailedError(`the template failed: ${reasonOf(cause)}`, { cause });
    }
  };
}

/**
 * The dotted paths that a template reads of its transaction, such as `creditor.name`; of a path that is only
 * known when it runs, the part before.
 * @throws InvalidTemplateError
 */
export function templatePaths(text: string): string[] {
  return liquid.globalVariableSegmentsSync(parse(text)).map((segments) => {
    const known = segments.findIndex((segment) => typeof segment !== 'string');
    return (known === -1 ? segments : segments.slice(0, known)).join('.');
  });
}

/**
 * Refuses a template with invalid patterns, as far as it executes them on an empty transaction; the others fail when
 * they are executed.
 * @throws InvalidDefinitionError
 */
export function checkPatternsOf(text: string): void {
  try {
    liquid.renderSync(parse(text), boundedContext({}, {}));
  } catch (error) {
    const cause = LiquidError.is(error) ? error.originalError : error;
    if (cause instanceof InvalidPatternError) throw new InvalidDefinitionError('value', `${cause.message}.`);
  }
}

function parse(text: string): Template[] {
  try {
    return liquid.parse(text);
  } catch (cause) {
    throw new InvalidTemplateError(reasonOf(cause), { cause });
  }
}

/** What went wrong and where, as "… at line 2, column 5". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be rendered';
  if (!LiquidError.is(error)) return error.message;
  const reason = error.message.replace(/, line:\d+, col:\d+$/, '');
  const [line, column] = error.token.getPosition();
  return `${reason} at line ${line}, column ${column}`;
}
