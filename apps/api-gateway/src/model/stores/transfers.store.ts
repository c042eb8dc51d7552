import { joinAccounts } from './accounts.store';

/** SQL: joins transfer links by a condition on their alias. */
export const joinLinks = (alias: string, on: string): string => `join transfer_links ${alias} on ${on}`;

/** SQL: the number of links of accounts `a`. */
export const LINKS_OF_ACCOUNT = `(select count(*) from transfer_links l
      where l.account_id = a.id and l.user_id = a.user_id and not l.deleted)`;

/** SQL: destinations by an alias, for a condition. */
export const fromDestinations = (alias: string): string => `from destinations ${alias}`;

/** SQL: the transactions with transfers of a user. @param user SQL of the user's id */
export const transferredOf = (user: string): string =>
  `select s.transaction_id from transfers s where s.user_id = ${user}`;

/** SQL: the logs `l` of transfers of transactions `t`. */
export const FROM_LOGS_OF_TRANSACTION = `from transfer_logs l
         where l.transaction_id = t.id and l.user_id = t.user_id`;

/**
 * SQL of the tables `newest` and `failed`: failed transfers `t` on links that are not deleted, newest first, with the last log of
 * each.
 * @param condition SQL on the transfers `t`
 */
export function failedTransfers(
  condition: string,
  { transfersMax, reasonLengthMax }: { readonly transfersMax: number; readonly reasonLengthMax: number },
): string {
  return `newest as (
       select t.transaction_id, t.id, t.transfer_link_id, (k.document->>'active')::boolean as carries
         from transfers t join transfer_links k on k.id = t.transfer_link_id and not k.deleted
        where ${condition} and t.status = 'FAILED'
        order by t.transaction_id desc
        limit ${transfersMax + 1}
     ), failed as (
       select n.transfer_link_id, n.carries, l.*
         from newest n cross join lateral (
           select left(o.error, ${reasonLengthMax}) as reason, o.id as log_id, o.attempted_at, o.destination_type
             from transfer_logs o
            where o.transaction_id = n.transaction_id and o.transfer_id = n.id
            order by o.id desc
            limit 1
         ) l
     )`;
}

/**
 * SQL of the links that fail: some of their transfers have failed for good, or their destination cannot be reached.
 * `$1` are types of destinations, `$2` the kind of their targets. @param users joins the users `l.user_id`, to leave
 * out links of deleted ones
 */
export const failingLinks = (users: string): string => `
  select 'LINK', l.id, l.user_id from transfer_links l ${users}
   where not l.deleted and l.document->>'active' = 'true'
     and (exists (select 1 from transfers t
                   where t.user_id = l.user_id and t.status = 'FAILED' and t.transfer_link_id = l.id)
          or exists (select 1 from destinations d join unnest($1::text[], $2::text[]) as k (type, kind) using (kind)
                      where d.id = (l.document->>'destination_id')::bigint and not d.deleted
                        and k.type = l.document->>'destination_type'
                        and d.document#>>'{health,status}' = 'FAILING'))`;

/** SQL: links of the user `$1`, in the columns of the list of resources that apps made. */
export const LINKS_AS_MADE = `
  select 'transfer-link' as kind, l.id, coalesce(a.document->>'custom_name', a.document->>'name', 'Account ' || a.id)
           || ' to ' || (l.document->>'destination_type') as name, l.document as made
    from transfer_links l left ${joinAccounts('a', `a.id::text = l.document->>'financial_account_id'`)}
   where l.user_id = $1 and not l.deleted`;

/** SQL: connections to destinations of the user `$1`, in the columns of the list of resources that apps made. */
export const DESTINATION_CONNECTIONS_AS_MADE = `
  select 'destination-connection', d.id, d.document->>'name', d.document
    from destinations d where d.user_id = $1 and d.kind = 'CONNECTION' and not d.deleted`;
