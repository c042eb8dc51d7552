/** The parts of a body's schema that limit its size. */
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
 * Characters that need much space when stored or sent: four bytes, three (more of these fit where a text's length is
 * counted in UTF-16), six in JSON; and ordinary ones.
 */
export const LETTERS = ['😀', '€', '\u0001', 'x'] as const;

export interface Filling {
  readonly letter: string;
  /** The length of each text, if its schema does not require fewer. */
  readonly chars: number;
  /** The accounts for lists of accounts. */
  readonly accountIds: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a body in which each member is as large as the schema permits: texts, lists of enumerated values, of accounts
 * and of addresses. Given members stay; the first element of a given list is repeated to its largest length.
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

/** Returns the largest text; undefined if the text has a format, so that the given body must have it. */
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

/** Returns the largest number up to `max` that fits, or null; if a number does not fit, greater ones do not either. */
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
