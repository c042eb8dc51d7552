import { groupBy } from '@tributary/contracts';
import { Injectable } from '@nestjs/common';
import type { DestinationType } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { AccountFacts, NO_ACCOUNT_FACTS } from '../evaluation/documents/facts';
import { RuleDefinition } from '../evaluation/rule-definition';
import { sightOf } from '../evaluation/documents/sight';
import { AccountPlan } from './shaping-decisions';
import { RuleReference, StoredRules } from './stored-rules';

interface PlanRow {
  kind: 'known' | 'account' | 'link';
  accountId: number;
  linkId: number | null;
  destinationType: DestinationType | null;
  /** The scopes of the link's author; null for all. */
  authorScopes: string[] | null;
  ruleId: number | null;
  ruleVersion: number | null;
  deleted: boolean | null;
  facts: AccountFacts | null;
}

/** Selects attached rules, and links that carry transactions, in the order of execution. */
const PLAN_SQL = `
  select 'known' as kind, id as "accountId", null::bigint as "linkId", null as "destinationType",
         null::jsonb as "authorScopes", null::bigint as "ruleId", null::integer as "ruleVersion", 0 as position, deleted, facts
    from accounts where id = any($1::bigint[])
  union all
  select 'account', attached.account_id, null, null, null, rules.id, rules.version, attached.position, null, null
    from rule_accounts attached join rules on rules.id = attached.rule_id and (rules.enabled or rules.id = $2::bigint)
   where attached.account_id = any($1::bigint[])
  union all
  select 'link', links.account_id, links.id, links.destination_type, links.author_scopes, rules.id, rules.version,
         attached.position, null, null
    from transfer_links links
    left join (rule_transfer_links attached join rules on rules.id = attached.rule_id and (rules.enabled or rules.id = $2::bigint))
           on attached.transfer_link_id = links.id
   where links.account_id = any($1::bigint[]) and links.carries_transactions and not links.deleted
  order by "accountId", "linkId", position`;

/** Loads the plans of accounts; one query suffices if all rules are cached. */
@Injectable()
export class ShapingPlans {
  constructor(private readonly rules: StoredRules) {}

  /**
   * Loads the plans.
   * @param alsoRuleId a rule that is included in its position even if it is disabled
   */
  async load(
    tx: Tx,
    accountIds: readonly number[],
    alsoRuleId: number | null = null,
  ): Promise<ReadonlyMap<number, AccountPlan>> {
    const rows = await tx.query<PlanRow>(PLAN_SQL, [accountIds, alsoRuleId]);
    const rules = await this.rules.find(tx, references(rows));
    return new Map(
      [...groupBy(rows, ({ accountId }) => accountId)].map(([id, own]) => [id, toPlan(id, own, rules)]),
    );
  }
}

/** Returns the account's plan; for an unknown account, one without rules and links. */
export function planOf(plans: ReadonlyMap<number, AccountPlan>, accountId: number): AccountPlan {
  const nothing = { facts: NO_ACCOUNT_FACTS, isDeleted: false, accountRules: [], links: [] };
  return plans.get(accountId) ?? { accountId, ...nothing };
}

function toPlan(
  accountId: number,
  rows: readonly PlanRow[],
  rules: ReadonlyMap<number, RuleDefinition>,
): AccountPlan {
  const rulesOf = (some: readonly PlanRow[]) => some.flatMap(({ ruleId }) => rules.get(ruleId ?? 0) ?? []);
  const linkRows = rows.filter(({ kind }) => kind === 'link');
  return {
    accountId,
    facts: rows.find(({ facts }) => facts)?.facts ?? NO_ACCOUNT_FACTS,
    isDeleted: rows.some(({ deleted }) => deleted),
    accountRules: rulesOf(rows.filter(({ kind }) => kind === 'account')),
    links: [...groupBy(linkRows, ({ linkId }) => linkId)].flatMap(([transferLinkId, own]) => {
      const [{ destinationType, authorScopes } = { destinationType: null, authorScopes: null }] = own;
      const sight = sightOf({ scopes: authorScopes });
      return transferLinkId && destinationType
        ? [{ transferLinkId, destinationType, sight, rules: rulesOf(own) }]
        : [];
    }),
  };
}

function references(rows: readonly PlanRow[]): Iterable<RuleReference> {
  const versions = new Map<number, RuleReference>();
  for (const { ruleId, ruleVersion } of rows) {
    if (ruleId !== null && ruleVersion !== null) versions.set(ruleId, { id: ruleId, version: ruleVersion });
  }
  return versions.values();
}
