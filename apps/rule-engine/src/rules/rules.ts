import { Caller, groupBy, Problem, RuleUpsertedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { attachmentsOf, positionsOf } from './attachments/attachments.store';
import { RulePayload, toPayload } from './rule-payload';
import { Rule } from './rule.entity';
import { loadRules, lockRule, lockRules, raiseVersions } from './rules.store';

/**
 * Returns a rule that the caller may see, locked against other changes: the user's own, and for a token that is limited
 * to some accounts, only if the rule is attached to none or to one of those.
 * @throws Problem (not found)
 */
export async function findVisibleRule(tx: Tx, caller: Caller, id: number): Promise<Rule> {
  await lockRule(tx, id);
  return findReadableRule(tx, caller, id);
}

/**
 * Returns a rule that the caller may see, without a lock.
 * @throws Problem (not found)
 */
export async function findReadableRule(tx: Tx, caller: Caller, id: number): Promise<Rule> {
  return findRule(tx, caller, id, (granted) => granted.length === 0 || granted.some(Boolean));
}

/**
 * Returns a rule that the caller may change or delete. The caller must have access to all accounts to which it is
 * attached, because the change affects all of them.
 * @throws Problem (not found)
 */
export async function findChangeableRule(tx: Tx, caller: Caller, id: number): Promise<Rule> {
  await lockRule(tx, id);
  return findRule(tx, caller, id, (granted) => granted.every(Boolean));
}

async function findRule(
  tx: Tx,
  { userId, accountIds }: Caller,
  id: number,
  isGranted: (granted: readonly boolean[]) => boolean,
): Promise<Rule> {
  const [rule] = await loadRules(tx, [id]);
  if (rule?.user_id !== userId) throw Problem.notFound();
  const attached = await attachmentsOf(tx, id);
  const granted = attached.map(({ accountId }) => accountIds?.includes(accountId) ?? true);
  if (!isGranted(granted)) throw Problem.notFound();
  return rule;
}

/** Raises the versions of changed rules, and publishes them. */
export async function announceChangedRules(tx: Tx, ids: readonly number[]): Promise<RulePayload[]> {
  if (ids.length === 0) return [];
  // Commands that move the same rules lock them in the same order, so that they cannot deadlock.
  await lockRules(tx, ids);
  await raiseVersions(tx, ids);
  return announceRules(tx, ids);
}

/** Publishes the current state of the rules, in the given order. */
export async function announceRules(tx: Tx, ids: readonly number[]): Promise<RulePayload[]> {
  const payloads = await rulePayloads(tx, ids);
  await appendToOutbox(
    tx,
    payloads.map((payload) => event(RuleUpsertedV1, payload.id, payload)),
  );
  return payloads;
}

/** Returns the published form of the rules, in the given order. */
export async function rulePayloads(tx: Tx, ids: readonly number[]): Promise<RulePayload[]> {
  const rules = await loadRules(tx, ids);
  const attached = await positionsOf(tx, ids);
  const accounts = groupBy(attached.accounts, ({ ruleId }) => ruleId);
  const links = groupBy(attached.links, ({ ruleId }) => ruleId);
  return rules
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((rule) =>
      toPayload(rule, { accounts: accounts.get(rule.id) ?? [], links: links.get(rule.id) ?? [] }),
    );
}
