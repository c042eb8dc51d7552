import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { Attachment, RuleRow } from './rule.resource';
import { joinAccounts } from '../../model/stores/accounts.store';
import { joinLinks } from '../../model/stores/transfers.store';

/** The members of a rule's document with its attachments, and how their targets `x` are joined. */
const ATTACHED = {
  transfer_links: { join: joinLinks, account: 'x.account_id' },
  financial_accounts: { join: joinAccounts, account: 'x.id' },
} as const;
export type AttachedTo = keyof typeof ATTACHED;

/** A rule by id. */
export async function readRule(database: Queryable, access: Access, id: number): Promise<RuleRow | null> {
  const [row] = await readWhere(database, access, 'r.id = $3', id);
  return row ?? null;
}

/** Rules by id, in one statement. */
export async function readRules(
  database: Queryable,
  access: Access,
  ids: readonly number[],
): Promise<RuleRow[]> {
  return ids.length === 0 ? [] : readWhere(database, access, 'r.id = any($3::bigint[])', ids);
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
    `select ${ruleColumns('$2::bigint[]')}
       from rules r
      where r.user_id = $1 and not r.deleted and ${visibleRules('$2::bigint[]')} and ${condition}
      order by r.id`,
    [access.userId, access.accountIds, value],
  );
}

/** @param accounts SQL of the granted accounts, null for all */
export function ruleColumns(accounts: string): string {
  return `r.id, r.created_at, r.updated_at, r.document,
    ${granted('transfer_links', accounts)} as transfer_links,
    ${granted('financial_accounts', accounts)} as financial_accounts`;
}

/**
 * SQL of the rules that a token may see. A token for some accounts sees only rules that are attached to one of them, or
 * to nothing. Attachments to unknown targets count, too, because they come from the document.
 * @param accounts SQL of the granted accounts, null for all
 */
export function visibleRules(accounts: string): string {
  return `(${accounts} is null
    or jsonb_array_length(r.document->'transfer_links') + jsonb_array_length(r.document->'financial_accounts') = 0
    or exists (select 1 from jsonb_to_recordset(r.document->'financial_accounts') as e(id bigint)
                where e.id = any(${accounts}))
    or exists (select 1 from jsonb_to_recordset(r.document->'transfer_links') as e(id bigint)
                 ${joinLinks('x', 'x.id = e.id')} where x.account_id = any(${accounts})))`;
}

/** The attachments whose link or account is there and was granted to the token. */
function granted(to: AttachedTo, accounts: string): string {
  const { join, account } = ATTACHED[to];
  return `(
    select coalesce(json_agg(json_build_object('id', e.id, 'position', e.position) order by e.id), '[]')
      from jsonb_to_recordset(r.document->'${to}') as e(id bigint, position int)
      ${join('x', 'x.id = e.id and x.user_id = r.user_id and not x.deleted')}
       and (${accounts} is null or ${account} = any(${accounts})))`;
}

/** SQL: the ids of the rules of a user that a token for some accounts sees. @param accounts SQL of their ids */
export const idsOfVisibleRules = (user: string, accounts: string): string =>
  `select r.id from rules r where r.user_id = ${user} and ${visibleRules(accounts)}`;

/** SQL: rules of the user `$1`, in the columns of the list of resources that apps made. */
export const RULES_AS_MADE = `
  select 'rule', r.id, r.document->>'name', r.document from rules r where r.user_id = $1 and not r.deleted`;
