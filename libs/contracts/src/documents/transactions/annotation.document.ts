import { isLongerThan } from '../../text-length';
import { TransactionDocument } from './transaction.document';

/** Maximum of characters of a note. */
export const NOTE_LENGTH_MAX = 1000;
/** Maximum of tags of a transaction. */
export const TAGS_MAX = 20;
/** Maximum of characters of a tag. */
export const TAG_LENGTH_MAX = 50;
/** Lists of tags in a rule are separated by commas, and `+` adds to the present ones, so no tag has or begins with them. */
const TAG = /^[^\s,+\p{Cc}][^,\p{Cc}]*$/u;

/** The reason why the texts cannot be the tags of a transaction; null if they can. */
export function tagsError(tags: readonly string[]): string | null {
  if (tags.length > TAGS_MAX) return `A transaction has at most ${TAGS_MAX} tags.`;
  if (tags.some((tag) => isLongerThan(tag, TAG_LENGTH_MAX)))
    return `A tag has at most ${TAG_LENGTH_MAX} characters.`;
  if (tags.every((tag) => TAG.test(tag) && tag.trim() === tag)) return null;
  return 'A tag is a text without commas, line breaks and blanks around it, and does not begin with +.';
}

/** The tags without repetitions; letter case does not tell two apart, and the first one stays. */
export function distinctTags(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = tag.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
}

/** The members of a transaction's document that belong to a person: no bank reports them. */
export const ANNOTATED_MEMBERS = ['category_id', 'note', 'tags'] as const;
export type AnnotatedMember = (typeof ANNOTATED_MEMBERS)[number];

/** The values that a person chose; `null` is the choice of none, an absent member is no choice. */
export interface Annotation {
  readonly category_id?: string | null;
  readonly note?: string | null;
  readonly tags?: readonly string[] | null;
}

/** The document without the members that belong to a person, as ingestion published it. */
export function withoutAnnotation(document: TransactionDocument): TransactionDocument {
  const { category_id: _category, note: _note, tags: _tags, edited_fields: edited, ...rest } = document;
  const own = edited?.filter((name) => !(ANNOTATED_MEMBERS as readonly string[]).includes(name)) ?? [];
  return own.length === 0 ? rest : { ...rest, edited_fields: own };
}

/**
 * The document with a person's choices. `edited_fields` names them, as it names edits, so that no rule changes them. A
 * choice of none is named there too, and the document lacks the member.
 */
export function withAnnotation(
  document: TransactionDocument,
  { category_id, note, tags }: Annotation,
): TransactionDocument {
  const chosen = Object.entries({ category_id, note, tags }).filter(([, value]) => value !== undefined);
  if (chosen.length === 0) return document;
  const edited = new Set([...(document.edited_fields ?? []), ...chosen.map(([name]) => name)]);
  return {
    ...document,
    ...(category_id ? { category_id } : {}),
    ...(note ? { note } : {}),
    ...(tags && tags.length > 0 ? { tags: [...tags] } : {}),
    edited_fields: [...edited].sort(),
  };
}
