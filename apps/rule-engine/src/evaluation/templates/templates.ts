import { TransactionDocument } from '@tributary/contracts';
import { LiquidError, Template } from 'liquidjs';
import { TransactionFacts } from '../documents/facts';
import { InvalidPatternError } from '../regular-expressions/regular-expressions';
import { InvalidDefinitionError } from '../rule-definition';
import { boundedContext, liquid } from './liquid-engine';

/** Thrown if a template cannot be parsed. The message has the reason with line and column. */
export class InvalidTemplateError extends Error {
  override readonly name = 'InvalidTemplateError';
}

/** A template that failed for one transaction; the message never contains the transaction's values. */
export class TemplateFailedError extends Error {
  override readonly name = 'TemplateFailedError';
}

/** Returns a value for a transaction in the state that the previous rules left. */
export type ValueSource = (document: TransactionDocument, facts: TransactionFacts) => string;

/** Returns whether the text contains Liquid. Any other text is a literal. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/**
 * Parses a template; the returned function renders it. Surrounding blanks are trimmed, because templates with tags are
 * written over several lines.
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
 * Returns the dotted paths that a template reads of its transaction, such as `creditor.name`. Of a path that is built
 * at run time it returns the constant beginning.
 * @throws InvalidTemplateError
 */
export function templatePaths(text: string): string[] {
  return liquid.globalVariableSegmentsSync(parse(text)).map((segments) => {
    const known = segments.findIndex((segment) => typeof segment !== 'string');
    return (known === -1 ? segments : segments.slice(0, known)).join('.');
  });
}

/**
 * Rejects a template with invalid patterns. Finds the patterns that the template executes on an empty transaction;
 * other ones fail when they are executed.
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

/** Returns the reason with its position, as in "… at line 2, column 5". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be rendered';
  if (!LiquidError.is(error)) return error.message;
  const reason = error.message.replace(/, line:\d+, col:\d+$/, '');
  const [line, column] = error.token.getPosition();
  return `${reason} at line ${line}, column ${column}`;
}
