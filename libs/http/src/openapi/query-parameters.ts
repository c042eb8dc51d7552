import { AMOUNT_PATTERN } from '@tributary/contracts';
import {
  FILTER_LENGTH_MAX,
  FILTER_VALUES_MAX,
  FilterDefinition,
  ListDefinition,
  Needs,
  NO_ID,
  PAGE_NUMBER_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  QueryDefinition,
  WORDS_MAX,
} from '../lists/list-definition';
import { isListDefinition } from '../lists/list-query';
import { ID_PATTERN } from '../validation/decorators/wire-id';

/** A query parameter of the OpenAPI 3.1 document. */
export interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly required: false;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly style?: 'form';
  readonly explode?: false;
}

/** The parameters of an endpoint with this definition, for the OpenAPI document. */
export function queryParameters(definition: QueryDefinition): QueryParameter[] {
  return [
    ...(isListDefinition(definition)
      ? [...(definition.isUnpaged ? [] : PAGE), sortParameter(definition)]
      : []),
    ...includeParameter(definition),
    ...Object.entries(definition.flags ?? {}).map(([name, flag]) => flagParameter(name, flag)),
    ...Object.entries(definition.filters ?? {}).map(([name, filter]) => filterParameter(name, filter)),
    ...Object.entries(definition.parameters ?? {}).map(([name, one]) => oneValueParameter(name, one)),
  ];
}

const PAGE: readonly QueryParameter[] = [
  parameter('page[number]', 'Page to start from.', {
    type: 'integer',
    minimum: 1,
    maximum: PAGE_NUMBER_MAX,
    default: 1,
  }),
  parameter('page[size]', 'Results per page.', {
    type: 'integer',
    minimum: 1,
    maximum: PAGE_SIZE_MAX,
    default: PAGE_SIZE_DEFAULT,
  }),
];

function parameter(
  name: string,
  description: string,
  schema: Readonly<Record<string, unknown>>,
): QueryParameter {
  return { name, in: 'query', required: false, description, schema };
}

function separatedParameter(name: string, description: string, values: readonly string[], fallback?: string) {
  return {
    ...parameter(name, description, {
      type: 'array',
      items: { type: 'string', enum: values },
      minItems: 1,
      ...(fallback === undefined ? {} : { default: [fallback] }),
    }),
    style: 'form',
    explode: false,
  } as const;
}

function sortParameter({ sorts, defaultSort }: ListDefinition): QueryParameter {
  const values = sorts.flatMap((name) => [name, `-${name}`]);
  return separatedParameter('sort', 'Fields to sort by; a leading `-` is descending.', values, defaultSort);
}

function includeParameter({ includes }: QueryDefinition): QueryParameter[] {
  const names = Object.keys(includes);
  if (names.length === 0) return [];
  const scopes = names.flatMap((name) => {
    const needs = includes[name]?.needs;
    return needs ? [`\`${name}\` needs \`${needs}\``] : [];
  });
  const meanings = names.flatMap((name) => {
    const description = includes[name]?.description;
    return description ? [`\`${name}\`: ${description}`] : [];
  });
  const text = [
    'Related resources to embed.',
    ...(scopes.length > 0 ? [`${scopes.join(', ')}.`] : []),
    ...meanings,
  ];
  return [separatedParameter('include', text.join(' '), names)];
}

function flagParameter(name: string, flag: Needs): QueryParameter {
  return parameter(name, described(flag, ''), { type: 'boolean', default: false });
}

function filterParameter(name: string, filter: FilterDefinition): QueryParameter {
  return parameter(`filter[${name}]`, described(filter, EXPLAINED[filter.kind]), filterSchema(filter));
}

/** The document's example is a value that is known without any data. */
function oneValueParameter(name: string, definition: FilterDefinition): QueryParameter {
  const schema = definition.kind === 'currency' ? ONE_CURRENCY : filterSchema(definition);
  return parameter(name, described(definition, ''), schema);
}

const ONE_CURRENCY = { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] } as const;

function described({ description, needs }: Needs, explanation: string): string {
  const scope = needs ? `Needs \`${needs}\`.` : '';
  return [description ?? '', explanation, scope].filter((part) => part !== '').join(' ');
}

const EXPLAINED: Readonly<Record<FilterDefinition['kind'], string>> = {
  exact: 'Exact match; several values are separated by commas.',
  contains: 'Found anywhere in the text, in any case; several values are separated by commas.',
  words: 'Every word must be found.',
  id: 'One id or several, separated by commas.',
  idOrNone: 'One id or several, separated by commas; `none` for those without.',
  flag: '`true`, `false`, or both, separated by a comma.',
  date: 'Inclusive; `YYYY-MM-DD`.',
  moment: 'A time like `2026-03-31T12:00:00Z`.',
  amount: 'Inclusive; an exact decimal number, outflow negative.',
  currency: 'ISO 4217 codes, separated by commas.',
  oneOf: 'One value or several, separated by commas.',
};

/** Filters are texts, as the interface declares them; one text may contain several values. */
export function filterSchema(filter: FilterDefinition): Readonly<Record<string, unknown>> {
  const text = { type: 'string', minLength: 1, maxLength: FILTER_LENGTH_MAX };
  switch (filter.kind) {
    case 'exact':
    case 'contains':
      return {
        ...text,
        pattern: repeated(
          TEXT,
          FILTER_VALUES_MAX,
          { separator: `,${BLANK_TEXT}`, blank: BLANK_TEXT },
          LAST_TEXT,
        ),
      };
    case 'words':
      return {
        ...text,
        pattern: repeated(WORD, WORDS_MAX, { separator: String.raw`[\s\uFEFF]+`, blank: BLANK_TEXT }),
      };
    case 'id':
      return { ...text, pattern: separated(ID_PATTERN) };
    case 'idOrNone':
      return { ...text, pattern: separated(`(${ID_PATTERN}|${NO_ID})`) };
    case 'flag':
      return { ...text, pattern: separated(oneOf(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'])) };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'moment':
      return { type: 'string', format: 'date-time' };
    case 'amount':
      return { ...text, pattern: AMOUNT_PATTERN };
    case 'currency':
      return { ...text, pattern: separated('[A-Z]{3}') };
    case 'oneOf':
      return { ...text, pattern: separated(oneOf(filter.values)), examples: [...filter.values] };
  }
}

// Characters that all languages regard as blank. Languages differ, so the document allows only these around ids and the
// like; JavaScript decides whether a text is blank.
const BLANK = String.raw`[ \t\n\v\f\r]*`;
const BLANK_TEXT = String.raw`[\s\uFEFF]*`;
const WORD = String.raw`[^\s\uFEFF]+`;
// A backslash escapes the next character: `\,` is not a separator. At the end it is a literal backslash.
const TEXT = String.raw`(\\[\s\S]|[^\s\uFEFF,\\])(\\[\s\S]|[^,\\])*`;
const LAST_TEXT = String.raw`(${TEXT}\\?|\\)`;

/** The pattern of one value or several, between commas. */
function separated(value: string): string {
  return repeated(value, FILTER_VALUES_MAX, { separator: `${BLANK},${BLANK}`, blank: BLANK });
}

interface Spacing {
  readonly separator: string;
  readonly blank: string;
}

function repeated(one: string, max: number, { separator, blank }: Spacing, last = one): string {
  return `^${blank}(${one}${separator}){0,${max - 1}}${last}${blank}$`;
}

function oneOf(values: readonly string[]): string {
  return `(${values.map((value) => value.replaceAll('.', String.raw`\.`)).join('|')})`;
}
