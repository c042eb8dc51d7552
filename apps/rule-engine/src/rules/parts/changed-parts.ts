import { FieldErrors } from '@tributary/contracts';

/** A condition or an action as it is stored: its id and what it says. */
export interface StoredPart<Content> {
  readonly id: number;
  readonly content: Content;
}

/** A condition or an action as it is to be: a stored one, or (null) a new one. */
export interface WantedPart<Content> {
  readonly id: number | null;
  readonly content: Content;
  /** Says exactly what the stored one says. */
  readonly isSame: boolean;
}

/**
 * Matches the sent parts with the stored ones: by id if one was sent, else by content, else they are new. Undone
 * effects are stored by an action's id, so an unchanged action must keep its id. Ids that are not the rule's own are
 * added to `errors`.
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
