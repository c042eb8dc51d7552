import { RuleUpsertedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { attachmentsOf } from './attachments/attachments.store';
import { rulePayloads } from './rules';
import { disableRules } from './rules.store';

/** A rule that exceeded its limits at this version, with the reason as a sentence for its owner. */
export interface SwitchedOff {
  readonly id: number;
  readonly version: number;
  readonly reason: string;
}

/** Disables rules, stores the reasons and publishes the rules. @returns the rules that were not off before */
export async function switchOff(tx: Tx, rules: readonly SwitchedOff[]): Promise<readonly SwitchedOff[]> {
  if (rules.length === 0) return [];
  const ids = new Set(await disableRules(tx, rules));
  await announceSwitchedOff(tx, [...ids]);
  return rules.filter(({ id }) => ids.has(id));
}

/** Publishes the event for webhooks, in the transaction of the change, so that each switching off is reported once. */
async function announceSwitchedOff(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const payload of await rulePayloads(tx, ids)) {
    const attached = await attachmentsOf(tx, payload.id);
    const accountIds = [...new Set(attached.map(({ accountId }) => accountId))];
    const announced = { ...payload, event: 'rule.disabled' as const, accountIds };
    await appendToOutbox(tx, [event(RuleUpsertedV1, payload.id, announced)]);
  }
}
