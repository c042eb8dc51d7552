import { Controller } from '@nestjs/common';
import { addAll, AttachRule, CommandResult, DetachRule, Problem, requireCover } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommand, OnCommandCallingOut, systemClock } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Database } from '@tributary/persistence';
import { RuleCounts } from '../rule-counts';
import { requireReadable } from '../rule-reads';
import { announceChangedRules, findVisibleRule } from '../rules';
import { arrangeRules } from './arrange-rules';
import { appendRule, attachedRules, removeRule, saveOrder } from './attachments.store';
import { findTargets, present, untilKnown } from './known-targets';
import { checkFits } from './rule-fit';

type Attach = ReceivedCommand<typeof AttachRule>;
type Result = Promise<CommandResult<typeof AttachRule>>;

/** Attaches a rule to accounts or links, or detaches it: all of them or none. What a detached rule did stays. */
@Controller()
export class AttachRuleHandler {
  constructor(
    private readonly database: Database,
    private readonly counts: RuleCounts,
  ) {}

  @OnCommandCallingOut(AttachRule)
  async handle(command: Attach, commit: Commit): Result {
    const { caller, payload } = command;
    const areKnown = async () => (await findTargets(this.database, caller, payload.targets)) !== null;
    await untilKnown(areKnown, systemClock);
    return commit((tx) => this.attach(command, tx));
  }

  @OnCommand(DetachRule)
  async detach({ caller, payload }: ReceivedCommand<typeof DetachRule>, tx: Tx): Result {
    const { rule_id: ruleId, targets } = payload;
    present(await findTargets(tx, caller, targets, 'for update'));
    await findVisibleRule(tx, caller, ruleId);
    const { removed, moved } = await removeRule(tx, targets.kind, ruleId, targets.ids);
    if (removed < new Set(targets.ids).size) throw Problem.notFound();
    return { rules: await announceChangedRules(tx, [ruleId, ...moved]) };
  }

  /** The rule applies to what comes in, or is transferred, from then on. */
  private async attach({ caller, payload }: Attach, tx: Tx): Result {
    const { rule_id: ruleId, targets } = payload;
    const known = present(await findTargets(tx, caller, targets, 'for update'));
    if (targets.kind === 'link') {
      const accountIds = known.map(({ accountId }) => accountId);
      requireCover(caller, { scopes: ['accounts:read', 'transactions:read'], accountIds });
    }
    const rule = await findVisibleRule(tx, caller, ruleId);
    requireReadable(caller, rule);
    for (const type of new Set(known.map(({ destinationType }) => destinationType))) checkFits(rule, type);
    const isPlaced =
      targets.ids.length === 1 || payload.order !== undefined || payload.order_list !== undefined;
    const moved = isPlaced ? await this.arrange(tx, payload) : await this.append(tx, payload);
    return { rules: await announceChangedRules(tx, [ruleId, ...moved.filter((id) => id !== ruleId)]) };
  }

  /** Moves the rule to its position at each target. @returns the rules that moved */
  private async arrange(tx: Tx, { rule_id: ruleId, targets, order, order_list }: Attach['payload']) {
    const moved: number[] = [];
    for (const id of targets.ids) {
      const target = { kind: targets.kind, id };
      const attached = await attachedRules(tx, target);
      const arranged = arrangeRules(attached, ruleId, { order, orderList: order_list });
      this.counts.checkTargetLimit([arranged.length]);
      addAll(moved, await saveOrder(tx, target, attached, arranged));
    }
    return moved;
  }

  /** Makes the rule the last one of many targets, in two statements. @returns the rules that moved */
  private async append(tx: Tx, { rule_id: ruleId, targets: { kind, ids } }: Attach['payload']) {
    const { moved } = await removeRule(tx, kind, ruleId, ids);
    this.counts.checkTargetLimit(await appendRule(tx, kind, ruleId, ids));
    return moved;
  }
}
