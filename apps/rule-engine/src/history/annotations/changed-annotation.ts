import {
  Annotation,
  AnnotationChanges,
  distinctTags,
  FieldErrors,
  isLongerThan,
  NO_CATEGORY,
  NOTE_LENGTH_MAX,
  Problem,
  tagsError,
} from '@tributary/contracts';

/**
 * Returns the choices after the changes: null takes one back; `none`, an empty text and an empty list are choices of
 * nothing. Pure: no I/O.
 * @param categories the user's own categories among those that are named
 * @throws Problem (invalid)
 */
export function changedAnnotation(
  earlier: Annotation,
  { category_id, note, tags }: AnnotationChanges,
  categories: ReadonlySet<number>,
): Annotation {
  const chosenTags = tags && distinctTags(tags);
  requireFitting({ category_id, note, tags: chosenTags }, categories);
  const changed = {
    category_id: chosen(earlier.category_id, category_id === NO_CATEGORY ? '' : category_id),
    note: chosen(earlier.note, note),
    tags: chosen(earlier.tags, chosenTags),
  };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

/** The choice after the change; null: of nothing, undefined: none. */
function chosen<T extends { readonly length: number }>(
  earlier: T | null | undefined,
  change: T | null | undefined,
): T | null | undefined {
  if (change === undefined) return earlier;
  if (change === null) return undefined;
  return change.length === 0 ? null : change;
}

function requireFitting({ category_id, note, tags }: AnnotationChanges, categories: ReadonlySet<number>) {
  const errors: FieldErrors = {};
  const isNamed = category_id !== undefined && category_id !== null && category_id !== NO_CATEGORY;
  if (isNamed && !categories.has(Number(category_id)))
    errors.category_id = ['The selected category_id is invalid.'];
  if (isLongerThan(note ?? '', NOTE_LENGTH_MAX))
    errors.note = [`The note has at most ${NOTE_LENGTH_MAX.toLocaleString('en-US')} characters.`];
  const tagError = tagsError(tags ?? []);
  if (tagError !== null) errors.tags = [tagError];
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

/** The ids of the categories that changes name. */
export function namedCategories(changes: readonly AnnotationChanges[]): number[] {
  const ids = changes.flatMap(({ category_id: id }) =>
    id === undefined || id === null || id === NO_CATEGORY ? [] : Number(id),
  );
  return [...new Set(ids)];
}
