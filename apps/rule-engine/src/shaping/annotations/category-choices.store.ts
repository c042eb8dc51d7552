import { Caller, TransactionDocument } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';

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
