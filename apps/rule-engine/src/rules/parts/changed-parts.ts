import { FieldErrors } from '@tributary/contracts';

/** A stored condition or action: its id and content. */
export interface StoredPart<Content> {
  readonly id: number;
  readonly content: Content;
}

/** A requested condition or action: an existing one with its id, or a new one with null. */
export interface WantedPart<Content> {
  readonly id: number | null;
  readonly content: Content;
  /** Whether the content equals the stored content. */
  readonly isSame: boolean;
}

/**
 * Matches the requested parts with the stored ones: by id if one was sent, otherwise by content; the rest are new. An
 * unchanged action must retain its id, because undone effects are stored by it. Adds an error for each id that is not
 * of this rule.
 */
export function matchParts<Content extends object>(
  stored: readonly StoredPart<Content>[],
  sent: readonly (Content & { readonly id?: number })[],
  name: 'conditions' | 'actions',
  errors: FieldErrors,
): WantedPart<Content>[] {
  const left = new Map(stored.map((part) => [part.id, part]));
  const claimed = sent.map(({ id }, index) => {
    if (id === undefined) return undefined;
    const part = left.get(id);
    if (!part) errors[`${name}.${index}.id`] = ['The id must be one of this rule’s, once.'];
    left.delete(id);
    return part;
  });
  return sent.map((one, index) => {
    const { id, ...rest } = one;
    const content = rest as unknown as Content;
    const part = claimed[index] ?? (id === undefined ? claimSame(left, content) : undefined);
    return { id: part?.id ?? null, content, isSame: part !== undefined && isSame(part.content, content) };
  });
}

function claimSame<Content extends object>(
  left: Map<number, StoredPart<Content>>,
  content: Content,
): StoredPart<Content> | undefined {
  const found = [...left.values()].find((part) => isSame(part.content, content));
  if (found) left.delete(found.id);
  return found;
}

function isSame<Content extends object>(a: Content, b: Content): boolean {
  const entries = Object.entries(a);
  const other = b as Readonly<Record<string, unknown>>;
  return entries.every(([name, value]) => other[name] === value);
}
