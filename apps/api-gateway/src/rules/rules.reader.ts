import { Queryable } from '@tributary/persistence';
import { Access } from '../auth/access';
import { Attachment, RuleRow } from './rule.resource';

/** The members of a rule's document that say where it is attached, and the tables they point to. */
const ATTACHED = {
  transfer_links: { table: 'transfer_links', account: 'x.account_id' },
  financial_accounts: { table: 'accounts', account: 'x.id' },
} as const;
export type AttachedTo = keyof typeof ATTACHED;

/** A rule by id. */
export async function readRule(database: Queryable, access: Access, id: number): Promise<RuleRow | null> {
  const [row] = await readWhere(database, access, 'r.id = $3', id);
  return row ?? null;
}

/** The rules that are attached to any of the accounts or links, in one statement. */
export async function readRulesAttachedTo(
  database: Queryable,
  access: Access,
  to: AttachedTo,
  ids: readonly number[],
): Promise<RuleRow[]> {
  if (ids.length === 0) return [];
  const attached = `exists (select 1 from jsonb_to_recordset(r.document->'${to}') as e(id bigint)
                     where e.id = any($3::bigint[]))`;
  return readWhere(database, access, attached, ids);
}

/** The rules of one account or link, in their order there. */
export function inOrder(
  rules: readonly RuleRow[],
  to: AttachedTo,
  id: number,
): { order: number; rule: RuleRow }[] {
  return rules
    .flatMap((rule) => {
      const attachment = rule[to].find((one: Attachment) => one.id === id);
      return attachment ? [{ order: attachment.position, rule }] : [];
    })
    .sort((a, b) => a.order - b.order || a.rule.id - b.rule.id);
}

async function readWhere(
  database: Queryable,
  access: Access,
  condition: string,
  value: unknown,
): Promise<RuleRow[]> {
  return database.query<RuleRow>(
    `select r.id, r.created_at, r.updated_at, r.document,
            ${granted('transfer_links')} as transfer_links, ${granted('financial_accounts')} as financial_accounts
       from rules r
      where r.user_id = $1 and not r.deleted and ${condition}
      order by r.id`,
    [access.userId, access.accountIds, value],
  );
}

/** The attachments whose link or account is there and was granted to the token. */
function granted(to: AttachedTo): string {
  const { table, account } = ATTACHED[to];
  return `(
    select coalesce(json_agg(json_build_object('id', e.id, 'position', e.position) order by e.id), '[]')
      from jsonb_to_recordset(r.document->'${to}') as e(id bigint, position int)
      join ${table} x on x.id = e.id and x.user_id = r.user_id and not x.deleted
       and ($2::bigint[] is null or ${account} = any($2::bigint[])))`;
}
