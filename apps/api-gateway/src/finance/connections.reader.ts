import { Queryable } from '@tributary/persistence';
import { Access } from '../auth/access';
import { ConnectionRow } from './connection.resource';

/** Connections by id, each with its institution: one statement. */
export async function readConnections(
  database: Queryable,
  access: Access,
  ids: readonly number[],
): Promise<Map<number, ConnectionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<ConnectionRow>(
    `select c.id, c.created_at, c.updated_at, c.document,
            (select count(*) from accounts a
              where a.connection_id = c.id and a.user_id = c.user_id and not a.deleted
                and ($3::bigint[] is null or a.id = any($3::bigint[]))) as financial_accounts_count,
            (select json_build_object('id', i.id, 'updated_at', i.updated_at, 'document', i.document)
               from institutions i where i.id = c.institution_id) as institution
       from connections c
      where c.user_id = $1 and not c.deleted and c.id = any($2::bigint[])`,
    [access.userId, [...new Set(ids)], access.accountIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
