import {
  ANNOTATED_MEMBERS,
  AnnotatedMember,
  Annotation,
  Caller,
  TransactionDocument,
} from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';

/** An annotation as rows have it; null: the person chose nothing. */
export interface AnnotationRow {
  readonly chosen: readonly AnnotatedMember[] | null;
  readonly categoryId: number | null;
  readonly note: string | null;
  readonly tags: readonly string[] | null;
}

/** A merged transaction, and the members of its annotation that went to the transaction that it was merged into. */
export interface Gift {
  readonly id: number;
  readonly mergedInto: number;
  readonly given: readonly AnnotatedMember[];
}

/** The columns of `annotations a` beside those of another table. */
export const ANNOTATION_COLUMNS = `a.chosen, a.category_id as "categoryId", a.note, a.tags`;

/** SQL: whether members of the annotation went to the transaction that its own was merged into. */
export const IS_GIVEN = 'a.merged_into is not null as "isGiven"';

/** SQL that joins the owner's annotation to a row of transactions. */
export const joinAnnotation = (userId: string, transactionId: string): string =>
  `left join annotations a on a.user_id = ${userId} and a.transaction_id = ${transactionId}`;

/** Returns the person's choices; null if there are none. */
export function annotationOf({ chosen, categoryId, note, tags }: AnnotationRow): Annotation | null {
  if (chosen === null) return null;
  return {
    ...(chosen.includes('category_id')
      ? { category_id: categoryId === null ? null : String(categoryId) }
      : {}),
    ...(chosen.includes('note') ? { note } : {}),
    ...(chosen.includes('tags') ? { tags } : {}),
  };
}

/** Returns the choices of a user about transactions. */
export async function findAnnotations(
  tx: Tx,
  userId: number,
  transactionIds: readonly number[],
): Promise<Map<number, Annotation>> {
  const rows = await tx.query<AnnotationRow & { id: number }>(
    `select a.transaction_id as id, ${ANNOTATION_COLUMNS} from annotations a
      where a.user_id = $1 and a.transaction_id = any($2::bigint[])`,
    [userId, transactionIds],
  );
  return new Map(
    rows.flatMap((row) => {
      const annotation = annotationOf(row);
      return annotation ? [[row.id, annotation]] : [];
    }),
  );
}

/** Stores the choices of a user; an annotation without choices is removed. */
export async function saveAnnotations(
  tx: Tx,
  userId: number,
  annotations: ReadonlyMap<number, Annotation>,
): Promise<void> {
  const rows = [...annotations].map(([id, annotation]) => ({
    id,
    chosen: ANNOTATED_MEMBERS.filter((name) => annotation[name] !== undefined),
    category_id: annotation.category_id ?? null,
    note: annotation.note ?? null,
    tags: annotation.tags ?? null,
  }));
  const empty = rows.filter(({ chosen }) => chosen.length === 0).map(({ id }) => id);
  await tx.execute('delete from annotations where user_id = $1 and transaction_id = any($2::bigint[])', [
    userId,
    empty,
  ]);
  await tx.execute(
    `insert into annotations (user_id, transaction_id, chosen, category_id, note, tags)
     select $1, id, chosen, category_id, note, tags
       from jsonb_to_recordset($2::jsonb) as r(id bigint, chosen text[], category_id bigint, note text, tags text[])
      where cardinality(chosen) > 0
     on conflict (user_id, transaction_id) do update
        set chosen = excluded.chosen, category_id = excluded.category_id, note = excluded.note, tags = excluded.tags`,
    [userId, JSON.stringify(rows)],
  );
}

/**
 * Replaces a deleted category in choices; with null the choice is taken back.
 * @param transactionIds null: all that are left
 */
export async function replaceInAnnotations(
  tx: Tx,
  from: number,
  to: number | null,
  transactionIds: readonly number[] | null,
): Promise<void> {
  const which = `category_id = $1 and ($2::bigint[] is null or transaction_id = any($2::bigint[]))`;
  if (to === null) {
    await tx.execute(`delete from annotations where ${which} and chosen = '{category_id}'`, [
      from,
      transactionIds,
    ]);
  }
  await tx.execute(
    `update annotations
        set category_id = $3::bigint,
            chosen = case when $3::bigint is null then array_remove(chosen, 'category_id') else chosen end
      where ${which}`,
    [from, transactionIds, to],
  );
}

/** Stores which members of merged transactions went to others. */
export async function saveGifts(tx: Tx, userId: number, gifts: readonly Gift[]): Promise<void> {
  await tx.execute(
    `update annotations a set merged_into = r."mergedInto", given = r.given
       from jsonb_to_recordset($2::jsonb) as r(id bigint, "mergedInto" bigint, given text[])
      where a.user_id = $1 and a.transaction_id = r.id`,
    [userId, JSON.stringify(gifts)],
  );
}

/** Removes and returns the gifts of transactions that are there again. */
export function endGifts(tx: Tx, userId: number, transactionIds: readonly number[]): Promise<Gift[]> {
  return tx.query<Gift>(
    `with ended as (
       select transaction_id, merged_into, given from annotations
        where user_id = $1 and transaction_id = any($2::bigint[]) and merged_into is not null for update)
     update annotations a set merged_into = null, given = null from ended
      where a.user_id = $1 and a.transaction_id = ended.transaction_id
     returning a.transaction_id as id, ended.merged_into as "mergedInto", ended.given`,
    [userId, transactionIds],
  );
}

/** Deletes the choices about transactions. @param transactions SQL that selects their ids, with `$1` */
export async function deleteAnnotations(tx: Tx, transactions: string, parameter: unknown): Promise<void> {
  await tx.execute(`delete from annotations where transaction_id in (${transactions})`, [parameter]);
}

export const ANNOTATIONS_TABLE: UserTable = {
  table: 'annotations',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'annotations', sortKeySql: 't.transaction_id' },
};

/** A transaction of which its user chose the category. */
export interface CategoryChoiceRow {
  readonly document: TransactionDocument;
  readonly categoryId: number;
}

/** Returns the latest choices of the caller, the oldest first, of transactions that the caller may see. */
export async function readCategoryChoices(
  database: Queryable,
  { userId, accountIds }: Caller,
  limit: number,
): Promise<CategoryChoiceRow[]> {
  const rows = await database.query<CategoryChoiceRow>(
    `select coalesce(s.shaped, s.raw) as document, a.category_id as "categoryId"
       from annotations a join shaped_transactions s on s.transaction_id = a.transaction_id
      where a.user_id = $1 and a.category_id is not null and s.user_id = $1 and not s.removed
        and ($2::bigint[] is null or s.account_id = any($2::bigint[]))
      order by a.transaction_id desc limit $3`,
    [userId, accountIds, limit],
  );
  return rows.reverse();
}
