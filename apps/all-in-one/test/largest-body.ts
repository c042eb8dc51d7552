/** What a document says of a body, as far as its size depends on it. */
export interface BodySchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/**
 * Characters that are large where they are stored or sent: of four bytes, of three (where a text's length is counted in UTF-16,
 * there may be more of them), of six in JSON; and ordinary ones.
 */
export const LETTERS = ['😀', '€', '\u0001', 'x'] as const;

export interface Filling {
  readonly letter: string;
  /** Of each text; fewer where it may have fewer. */
  readonly chars: number;
  /** The accounts that lists of accounts name. */
  readonly accountIds: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The body with each member that can be large as large as the document lets it: texts, lists of what is listed in the document,
 * of accounts and of addresses. What the given body says stays; the first of its lists' elements stands for as many as there
 * may be.
 */
export function largestBody(schema: BodySchema, given: Members, filling: Filling): Members {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]): [string, unknown][] => {
    const value = largestValue(name, member, given[name], filling);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...given, ...Object.fromEntries(members) };
}

function largestValue(name: string, schema: BodySchema, given: unknown, filling: Filling): unknown {
  const { items, properties, maxItems = 1 } = schema;
  const [type] = [schema.type].flat();
  if (items) return largestList(name, items, { given, maxItems, filling });
  if (properties) return largestBody(schema, (given ?? {}) as Members, filling);
  if (given !== undefined || type !== 'string' || schema.enum) return given;
  return largestText(schema, 0, filling);
}

interface ListOf {
  readonly given: unknown;
  readonly maxItems: number;
  readonly filling: Filling;
}

function largestList(name: string, items: BodySchema, { given, maxItems, filling }: ListOf): unknown {
  if (items.enum) return given ?? items.enum;
  if (items.properties && Array.isArray(given)) {
    return Array.from({ length: maxItems }, () => largestBody(items, given[0] as Members, filling));
  }
  if (name.startsWith('financial_account')) return filling.accountIds.slice(0, maxItems);
  if (items.format === 'uri') {
    return Array.from({ length: maxItems }, (_, index) => largestText(items, index, filling));
  }
  return given;
}

/** Undefined: it has a form of its own, which the given body has to have. */
function largestText(
  { format, pattern, maxLength = 0 }: BodySchema,
  index: number,
  filling: Filling,
): unknown {
  const start = format === 'uri' ? `https://client.example/${index}/` : '';
  const hasForm = format !== undefined || (pattern !== undefined && pattern !== '\\S');
  if (maxLength === 0 || (hasForm && format !== 'uri')) return undefined;
  const length = Math.min(maxLength, filling.chars) - start.length;
  return length > 0 ? `${start}${filling.letter.repeat(length)}` : undefined;
}

/** The largest number up to `max` that fits, if any does: what is above one that does not fit does not fit either. */
export async function largestThatFits(
  max: number,
  fits: (count: number) => Promise<boolean>,
): Promise<number | null> {
  if (await fits(max)) return max;
  let [low, high] = [0, max];
  while (high - low > Math.max(1, high / 50)) {
    const middle = Math.floor((low + high) / 2);
    if (await fits(middle)) low = middle;
    else high = middle;
  }
  return low === 0 ? null : low;
}
