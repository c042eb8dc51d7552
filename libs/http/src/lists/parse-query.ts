import { FieldErrors, Problem } from '@tributary/contracts';
import { readFlag } from '../validation/decorators/flag';
import { filterValues } from './filter-values';
import {
  DOTS_MAX,
  FilterDefinition,
  ListDefinition,
  NAMES_MAX,
  PAGE_NUMBER_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  QueryDefinition,
} from './list-definition';
import { Filter, isListDefinition, ListQuery, Page, ResourceQuery, SortField } from './list-query';

/** A query string as the server decoded it; a repeated parameter is an array. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** The query of an endpoint with this definition. */
export type QueryOf<D extends QueryDefinition> = D extends ListDefinition ? ListQuery<D> : ResourceQuery<D>;

const PAGE_PARAMETERS = ['page[number]', 'page[size]'] as const;

/**
 * Parses a query string by the endpoint's definition.
 * @throws Problem (invalid) naming every parameter that is unknown or invalid, and its allowed values.
 */
export function parseQuery<D extends QueryDefinition>(definition: D, raw: RawQuery): QueryOf<D> {
  const reader = new QueryReader(definition, raw);
  const query = {
    includes: new Set(reader.includes()),
    flags: new Set(reader.flags()),
    filters: reader.filters(definition),
    ...(definition.parameters ? { parameters: reader.parameters(definition.parameters) } : {}),
    ...(isListDefinition(definition) ? readList(definition, reader) : {}),
  };
  reader.refuseUnknown();
  if (Object.keys(reader.errors).length > 0) throw Problem.invalid(reader.errors);
  return query as unknown as QueryOf<D>; // the names were checked against the definition just now
}

function readList(definition: ListDefinition, reader: QueryReader) {
  return { page: reader.page(), sorts: reader.sorts(definition) };
}

class QueryReader {
  readonly errors: FieldErrors = {};

  constructor(
    private readonly definition: QueryDefinition,
    private readonly raw: RawQuery,
  ) {}

  page(): Page {
    return {
      number: this.integer('page[number]', 1, PAGE_NUMBER_MAX),
      size: this.integer('page[size]', PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
    };
  }

  sorts({ sorts, defaultSort }: ListDefinition): SortField[] {
    const names = this.list('sort') ?? [defaultSort];
    const fields = names.map((name) => ({ field: name.replace(/^-/, ''), descending: name.startsWith('-') }));
    this.allowOnly(
      'sort',
      fields.map(({ field }) => field),
      sorts,
    );
    return fields.filter(({ field }, index) => fields.findIndex((one) => one.field === field) === index);
  }

  includes(): string[] {
    const known = Object.keys(this.definition.includes);
    if (known.length === 0) return [];
    const names = this.list('include') ?? [];
    this.allowOnly('include', names, known);
    return names.flatMap((name) => [...parentsOf(name).filter((parent) => known.includes(parent)), name]);
  }

  flags(): string[] {
    return Object.keys(this.definition.flags ?? {}).filter((name) => {
      const text = this.text(name);
      if (text === null) return false;
      const flag = readFlag(text);
      if (typeof flag !== 'boolean') this.refuse(name, `The ${name} must be true or false.`);
      return flag === true;
    });
  }

  filters({ filters = {} }: QueryDefinition): Filter[] {
    if (!Object.keys(this.raw).some((parameter) => parameter.startsWith('filter['))) return [];
    return Object.entries(filters).flatMap(([name, filter]) => {
      const parameter = `filter[${name}]`;
      const text = this.text(parameter);
      if (text === null) return [];
      const read = filterValues(filter, text);
      if ('problem' in read) return this.refuse(parameter, `The ${parameter} ${read.problem}.`);
      return [{ name, values: read.values }];
    });
  }

  parameters(definitions: Readonly<Record<string, FilterDefinition>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(definitions).flatMap(([name, definition]) => {
        const text = this.text(name);
        if (text === null) return [];
        const read = filterValues(definition, text);
        if ('problem' in read) return this.refuse(name, `The ${name} ${read.problem}.`);
        const [value = '', ...others] = read.values;
        return others.length > 0 ? this.refuse(name, `The ${name} takes one value.`) : [[name, value]];
      }),
    );
  }

  /** Refuses unknown parameters. If a misspelt filter were ignored, the response would silently have too many rows. */
  refuseUnknown(): void {
    if (this.definition.allowsUnknown || Object.keys(this.raw).length === 0) return;
    const known = parametersOf(this.definition);
    const unknown = Object.keys(this.raw).filter((name) => !known.includes(name));
    const listedFamilies = new Set<string>();
    for (const parameter of unknown) {
      const family = /^[a-z]{1,30}(?=\[)/.exec(parameter)?.[0] ?? '';
      const sameFamily = family ? known.filter((name) => name.startsWith(`${family}[`)) : [];
      const hasFamily = sameFamily.length > 0;
      // A family is the name before the bracket, such as `filter`. Its known names are listed in its first error only.
      const isFamilyListed = listedFamilies.has(hasFamily ? family : '');
      listedFamilies.add(hasFamily ? family : '');
      const names = isFamilyListed ? '' : ` Allowed: ${allowed(hasFamily ? sameFamily : known)}.`;
      this.refuse(shortened(parameter), `The parameter ${quoted(parameter)} is not known.${names}`);
    }
  }

  private integer(parameter: string, fallback: number, max: number): number {
    const text = this.text(parameter);
    if (text === null) return fallback;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (value >= 1 && value <= max) return value;
    this.refuse(parameter, `The ${parameter} must be a whole number from 1 to ${max}.`);
    return fallback;
  }

  private list(parameter: string): string[] | null {
    const text = this.text(parameter);
    if (text === null) return null;
    const names = text.split(',', NAMES_MAX + 1).map((name) => name.trim());
    if (names.length > NAMES_MAX || names.some(hasManyDots)) {
      this.refuse(
        parameter,
        `The ${parameter} must have at most ${NAMES_MAX} names, with at most ${DOTS_MAX} dots in each.`,
      );
      return [];
    }
    if (names.every((name) => name !== '')) return names;
    this.refuse(parameter, `The ${parameter} must not be empty.`);
    return [];
  }

  private text(parameter: string): string | null {
    if (!Object.hasOwn(this.raw, parameter)) return null;
    const value = this.raw[parameter];
    if (typeof value === 'string') return value;
    this.refuse(parameter, `The ${parameter} was given more than once; separate values by commas.`);
    return null;
  }

  private allowOnly(parameter: string, names: readonly string[], known: readonly string[]): void {
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    this.refuse(
      parameter,
      `The ${parameter} ${unknown.slice(0, 5).map(quoted).join(', ')} is not allowed. Allowed: ${allowed(known)}.`,
    );
  }

  private refuse(parameter: string, message: string): [] {
    const messages = Object.hasOwn(this.errors, parameter) ? this.errors[parameter] : undefined;
    Object.defineProperty(this.errors, parameter, {
      value: [...(messages ?? []), message],
      enumerable: true,
      configurable: true,
      writable: true, // An assignment to `__proto__`, which a client may send as a parameter, would change the object.
    });
    return [];
  }
}

/** The names of all parameters that an endpoint with this definition takes. */
export function parametersOf(definition: QueryDefinition): string[] {
  return [
    ...(isListDefinition(definition) ? [...(definition.isUnpaged ? [] : PAGE_PARAMETERS), 'sort'] : []),
    ...Object.keys(definition.filters ?? {}).map((name) => `filter[${name}]`),
    ...(Object.keys(definition.includes).length > 0 ? ['include'] : []),
    ...Object.keys(definition.flags ?? {}),
    ...Object.keys(definition.parameters ?? {}),
  ];
}

function hasManyDots(name: string): boolean {
  return name.split('.', DOTS_MAX + 2).length > DOTS_MAX + 1;
}

/** The parents of a nested name: `a.b.c` has `a` and `a.b`. */
function parentsOf(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

function allowed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** A client's text, shortened for an error message. */
function shortened(name: string): string {
  return name.slice(0, 60);
}

function quoted(name: string): string {
  return `"${shortened(name)}"`;
}
