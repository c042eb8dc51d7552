import { FieldErrors, Problem } from '@tributary/contracts';
import { filterValues } from './filter-values';
import { ListDefinition, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './list-definition';
import { Filter, ListQuery, Page, SortField } from './list-query';

/** A query string as the server decoded it; a repeated parameter is an array. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** Beyond this no list goes, and the offset stays an exact integer. */
const PAGE_NUMBER_MAX = 1_000_000_000;

/**
 * Reads the list parameters of a query string by the endpoint's definition; other parameters are left to the
 * endpoint.
 * @throws Problem (invalid) naming every parameter that does not fit, and what it may be.
 */
export function parseListQuery<D extends ListDefinition>(definition: D, raw: RawQuery): ListQuery<D> {
  const reader = new ListQueryReader(definition, raw);
  const query = {
    page: reader.page(),
    sorts: reader.sorts(),
    includes: new Set(reader.includes()),
    filters: reader.filters(),
  };
  if (Object.keys(reader.errors).length > 0) throw Problem.invalid(reader.errors);
  return query as unknown as ListQuery<D>; // the names were checked against the definition just now
}

class ListQueryReader {
  readonly errors: FieldErrors = {};

  constructor(
    private readonly definition: ListDefinition,
    private readonly raw: RawQuery,
  ) {}

  page(): Page {
    for (const name of this.namesOf('page')) {
      if (name !== 'size' && name !== 'number') {
        this.refuse(`page[${name}]`, `The page[${name}] is not known. Allowed: page[number], page[size].`);
      }
    }
    return {
      number: this.integer('page[number]', 1, PAGE_NUMBER_MAX),
      size: this.integer('page[size]', PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
    };
  }

  sorts(): SortField[] {
    const names = this.list('sort') ?? [this.definition.defaultSort];
    const fields = names.map((name) => ({ field: name.replace(/^-/, ''), descending: name.startsWith('-') }));
    this.allowOnly(
      'sort',
      fields.map(({ field }) => field),
      this.definition.sorts,
    );
    return fields.filter(({ field }, place) => fields.findIndex((one) => one.field === field) === place);
  }

  includes(): string[] {
    const names = this.list('include') ?? [];
    const known = Object.keys(this.definition.includes);
    this.allowOnly('include', names, known);
    return names.flatMap((name) => [...parentsOf(name).filter((parent) => known.includes(parent)), name]);
  }

  filters(): Filter[] {
    const known = Object.keys(this.definition.filters);
    return this.namesOf('filter').flatMap((name) => {
      const parameter = `filter[${name}]`;
      const filter = known.includes(name) ? this.definition.filters[name] : undefined;
      if (!filter)
        return this.refuse(parameter, `The ${parameter} is not known. Allowed: ${allowed(known)}.`);
      const text = this.text(parameter);
      if (text === null) return [];
      const read = filterValues(filter, text);
      if ('problem' in read) return this.refuse(parameter, `The ${parameter} ${read.problem}.`);
      return [{ name, values: read.values }];
    });
  }

  /** The names in brackets: `filter[booked]` gives `booked`. */
  private namesOf(family: string): string[] {
    return Object.keys(this.raw)
      .filter((parameter) => parameter.startsWith(`${family}[`) && parameter.endsWith(']'))
      .map((parameter) => parameter.slice(family.length + 1, -1));
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
    const names = text.split(',').map((name) => name.trim());
    if (names.every((name) => name !== '')) return names;
    this.refuse(parameter, `The ${parameter} must not be empty.`);
    return [];
  }

  private text(parameter: string): string | null {
    const value = this.raw[parameter];
    if (value === undefined) return null;
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
    (this.errors[parameter] ??= []).push(message);
    return [];
  }
}

/** `a.b.c` has the parents `a` and `a.b`. */
function parentsOf(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, place) => parts.slice(0, place + 1).join('.'));
}

function allowed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** What a client sent, short enough to be sent back. */
function quoted(name: string): string {
  return `"${name.slice(0, 60)}"`;
}
