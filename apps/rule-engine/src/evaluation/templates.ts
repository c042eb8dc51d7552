import { TransactionDocument } from '@tributary/contracts';
import { Context, Liquid, LiquidError, Template } from 'liquidjs';
import { templateFilters } from './template-filters';

/** Characters of a template. */
const TEMPLATE_LENGTH_MAX = 10_000;
/** Parts (tags, outputs, texts) that one rendering may go through: ends loops the same way on every machine. */
const RENDERED_PARTS_MAX = 5_000;
/** Units of memory, roughly characters and list items, that one rendering may use. */
const MEMORY_UNITS_MAX = 100_000;
/** A net below the two limits above; measured by the clock, so wide enough for a machine that is busy. */
const RENDER_MS_MAX = 2_000;

/**
 * Tags that read other files (a value is one template, there is no file system for it), and those that would
 * write into the transaction itself.
 */
const REMOVED_TAGS = ['include', 'render', 'layout', 'block', 'increment', 'decrement'];

/** Filters that would give another result each time. */
const RANDOM_FILTERS = ['sample'];

const liquid = new Liquid({
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: TEMPLATE_LENGTH_MAX,
  memoryLimit: MEMORY_UNITS_MAX,
  renderLimit: RENDER_MS_MAX,
  timezoneOffset: 0,
  locale: 'en',
  templates: {},
});
for (const tag of REMOVED_TAGS) delete liquid.tags[tag];
for (const filter of RANDOM_FILTERS) delete liquid.filters[filter];
for (const [name, filter] of Object.entries(templateFilters)) liquid.registerFilter(name, filter);

/** A template that cannot be parsed; the message says what is wrong and at which line and column. */
export class InvalidTemplateError extends Error {
  override readonly name = 'InvalidTemplateError';
}

/** A template that did not render for one transaction; the message never holds the transaction's values. */
export class TemplateFailedError extends Error {
  override readonly name = 'TemplateFailedError';
}

/** Gives a value for a transaction as the rules before left it. */
export type ValueSource = (document: TransactionDocument) => string;

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
  return (document) => {
    try {
      return String(liquid.renderSync(parsed, boundedContext(document))).trim();
    } catch (cause) {
      throw new TemplateFailedError(`the template failed: ${reasonOf(cause)}`, { cause });
    }
  };
}

/** liquidjs limits a rendering by the clock alone, which a busy machine would make fail: parts are counted too. */
function boundedContext(document: TransactionDocument): Context {
  const context = new Context(document, liquid.options, { sync: true }, { liquid });
  const limiter = context.renderLimit;
  const checkTime = limiter.check.bind(limiter);
  let parts = 0;
  limiter.check = (now) => {
    parts += 1;
    if (parts > RENDERED_PARTS_MAX) throw new Error('template render limit exceeded');
    checkTime(now);
  };
  return context;
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
