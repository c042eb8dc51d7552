import { CategoryDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';

/** The user's categories: names without accounts, so tokens for some accounts see them too. */
export const CATEGORIES = rowsOf<DocumentRow<CategoryDocument>, [access: Access]>({
  from: 'categories c',
  columns: 'c.id, c.created_at, c.updated_at, c.document',
  condition: (parameters, { userId }) => `c.user_id = ${parameters.add(userId)}::bigint and not c.deleted`,
}).listedBy({
  sorts: {
    id: 'c.id',
    created_at: 'c.created_at',
    updated_at: 'c.updated_at',
    name: "lower(c.document->>'name')",
    group: "lower(c.document->>'group')",
  },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'c.id' },
    name: { kind: 'contains', sql: "c.document->>'name'" },
    group: { kind: 'exact', sql: "c.document->>'group'" },
    hidden: { kind: 'flag', sql: "(c.document->>'hidden')::boolean" },
  },
});

export type CategoryQuery = ListQuery<typeof CATEGORIES>;
