import { RULE_VALUE_LENGTH_MAX } from '@tributary/contracts';
import { Context, Emitter, Liquid, Template } from 'liquidjs';
import { templateFilters } from './template-filters';
import { VALUE_LENGTH_MAX, ValueTooLongError } from './value-length';

/** Parts (tags, outputs, texts) that one rendering may go through: ends loops the same way on every machine. */
const RENDERED_PARTS_MAX = 5_000;
/** Units of memory, roughly characters and list items, that one rendering may use. */
const MEMORY_UNITS_MAX = 100_000;

/**
 * Tags that read other files (a value is one template, there is no file system for it), and those that would
 * write into the transaction itself.
 */
const REMOVED_TAGS = ['include', 'render', 'layout', 'block', 'increment', 'decrement'];

/** Filters that would give another result each time. */
const RANDOM_FILTERS = ['sample'];

/** Liquid as rules have it: the same result each time, bounded in parts, memory and output; time is bounded by workers. */
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

/** Collects what a template, or a `capture` in it, writes; as much as a value may have. */
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

// Every buffer there is comes from this method, those of tags too.
const renderTemplates = liquid.renderer.renderTemplates.bind(liquid.renderer);
liquid.renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) =>
  renderTemplates(templates, context, emitter ?? new BoundedEmitter());

/** liquidjs limits a rendering by the clock, which a busy machine would make fail: here its parts are counted. */
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
