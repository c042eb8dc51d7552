import { Queryable } from '@tributary/persistence';

/** SQL: the ids among `$1` whose accounts are deleted. */
export const DELETED_AMONG = 'select id from accounts where id = any($1::bigint[]) and deleted';

/** SQL: the ids of the accounts that are deleted in a schema. */
export const deletedAccounts = (schema: string): string => `select id from ${schema}.accounts where deleted`;

/** SQL: whether an account is deleted in a schema. @param account SQL of its id */
export const isDeletedAccount = (schema: string, account: string): string =>
  `exists (select from ${schema}.accounts a where a.id = ${account} and a.deleted)`;

/** SQL: accounts `a`, for a condition. */
export const FROM_ACCOUNTS = 'from accounts a';

/** SQL: joins accounts by a condition on their alias. */
export const joinAccounts = (alias: string, on: string): string => `join accounts ${alias} on ${on}`;

/** SQL: joins the balances `b` of accounts `a`, which may have none. */
export const JOIN_BALANCES = 'left join account_balances b on b.account_id = a.id';

/** SQL: joins the connection `c` and the institution `i` of accounts `a`, which may have none. */
export const JOIN_ORIGIN = `left join connections c on c.id = a.connection_id and c.user_id = a.user_id and not c.deleted
       left join institutions i on i.id = (c.document->>'institution_id')::bigint`;

/** SQL: whether the connection of accounts `a` has one of these references. @param references SQL of an array of texts */
export const hasReference = (references: string): string =>
  `exists (select 1 from connections c where c.id = a.connection_id and c.user_id = a.user_id
            and not c.deleted and c.document->>'reference' = any(${references}))`;

/** SQL: joins connections `c` by a condition, and their institutions `i`. */
export const joinConnections = (on: string): string => `connections c on ${on} ${JOIN_INSTITUTIONS}`;

/** SQL: the institution `i` of a connection `c`, for further conditions. */
export const FROM_INSTITUTION = 'from institutions i where i.id = c.institution_id';

/** SQL: joins the institution `i` of connections `c`. */
const JOIN_INSTITUTIONS = 'left join institutions i on i.id = c.institution_id';

/** SQL: a connection `c` with its institution `i` by a name that its user knows. */
export const CONNECTION_NAME = `coalesce(nullif(c.document->>'name', ''), i.document->>'name', 'a bank')`;

/** SQL of the connections that fail. @param users joins the users `c.user_id`, to leave out connections of deleted ones */
export const failingConnections = (users: string): string => `
  select 'CONNECTION', c.id, c.user_id from connections c ${users}
   where not c.deleted and c.document->>'enabled' = 'true' and c.document#>>'{health,status}' = 'FAILING'`;

/** SQL of the consents that end soon, by id: `$1` is the last id that was read, `$2` how many to read. */
export const ENDING_CONSENTS = `
  select 'consent' as subject, c.id, c.user_id as "userId", ${CONNECTION_NAME} as name,
         (c.document->>'consent_expires_at')::timestamptz as "endsAt"
    from connections c ${JOIN_INSTITUTIONS}
   where c.id > $1 and not c.deleted and c.document->>'enabled' = 'true'
     and (c.document->>'consent_expires_at')::timestamptz between now() and now() + interval '8 days'
   order by c.id limit $2`;

/** SQL: connections of the user `$1`, in the columns of the list of resources that apps made. */
export const CONNECTIONS_AS_MADE = `
  select 'bank-connection', c.id, coalesce(i.document->>'name', 'Connection ' || c.id), c.document
    from connections c left join institutions i on i.id::text = c.document->>'institution_id'
   where c.user_id = $1 and not c.deleted`;

/** An account as it is offered for choosing. */
export interface OwnAccount {
  readonly id: number;
  readonly name: string;
  readonly currency: string | null;
}

/** The accounts that the user has, by name. */
export async function readOwnAccounts(database: Queryable, userId: number): Promise<OwnAccount[]> {
  return database.query<OwnAccount>(
    `select a.id,
            coalesce(nullif(a.document->>'custom_name', ''), nullif(a.document->>'display_name', ''),
                     nullif(a.document->>'name', ''), 'Account ' || a.id) as name,
            a.document->>'currency' as currency
       from accounts a where a.user_id = $1 and not a.deleted order by name, a.id`,
    [userId],
  );
}

/** Number of these accounts that belong to the user. */
export async function countOwnAccounts(
  database: Queryable,
  userId: number,
  accountIds: readonly number[],
): Promise<number> {
  const [found] = await database.query<{ count: number }>(
    'select count(*) as count from accounts where user_id = $1 and id = any($2::bigint[]) and not deleted',
    [userId, accountIds],
  );
  return found?.count ?? 0;
}
