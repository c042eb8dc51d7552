import { RULE_VALUE_LENGTH_MAX } from '@tributary/contracts';
import { Context, Emitter, Liquid, Template } from 'liquidjs';
import { templateFilters } from './template-filters';
import { VALUE_LENGTH_MAX, ValueTooLongError } from './value-length';

/** The most parts (tags, outputs, texts) of one rendering. Counting ends loops at the same point on every machine. */
const RENDERED_PARTS_MAX = 5_000;
/** The most units of memory of one rendering; a unit is about a character or a list item. */
const MEMORY_UNITS_MAX = 100_000;

/**
 * Removed tags: those that read other files (there is no file system), and those that would write into the transaction.
 */
const REMOVED_TAGS = ['include', 'render', 'layout', 'block', 'increment', 'decrement'];

/** Removed filters: they would give a different result each time. */
const RANDOM_FILTERS = ['sample'];

/** Liquid for rules: deterministic, with limited parts, memory and output. The workers limit the time. */
export const liquid = new Liquid({
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: RULE_VALUE_LENGTH_MAX,
  memoryLimit: MEMORY_UNITS_MAX,
  timezoneOffset: 0,
  locale: 'en',
  templates: {},
});
for (const tag of REMOVED_TAGS) delete liquid.tags[tag];
for (const filter of RANDOM_FILTERS) delete liquid.filters[filter];
for (const [name, filter] of Object.entries(templateFilters)) liquid.registerFilter(name, filter);

/** Collects the output of a template, or of a `capture` in it, up to the maximum length of a value. */
class BoundedEmitter implements Emitter {
  buffer = '';

  write(html: unknown): void {
    this.buffer += textOf(html);
    if (this.buffer.length > VALUE_LENGTH_MAX) throw new ValueTooLongError();
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

// liquidjs creates every buffer in this method, those of tags too.
const renderTemplates = liquid.renderer.renderTemplates.bind(liquid.renderer);
liquid.renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) =>
  renderTemplates(templates, context, emitter ?? new BoundedEmitter());

/** Limits a rendering by its parts. The limit of liquidjs is a time, which a busy machine would exceed by chance. */
export function boundedContext(scope: object, globals: object): Context {
  const context = new Context(scope, liquid.options, { sync: true, globals }, { liquid });
  const limiter = context.renderLimit;
  let parts = 0;
  limiter.check = () => {
    parts += 1;
    if (parts > RENDERED_PARTS_MAX) throw new Error('template render limit exceeded');
  };
  return context;
}
