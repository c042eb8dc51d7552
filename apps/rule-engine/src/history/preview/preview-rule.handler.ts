import { Controller } from '@nestjs/common';
import { CommandResult, PreviewRule } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut } from '@tributary/messaging';
import { ChangedRulePreview } from './changed-rule-preview';
import { NewRulePreview } from './new-rule-preview';

/** Tries an unsaved rule, or an unsaved change, on stored transactions, newest first, in a worker. Writes nothing. */
@Controller()
export class PreviewRuleHandler {
  constructor(
    private readonly newRules: NewRulePreview,
    private readonly changedRules: ChangedRulePreview,
  ) {}

  @OnCommandCallingOut(PreviewRule)
  async handle(
    { caller, payload }: ReceivedCommand<typeof PreviewRule>,
    commit: Commit,
  ): Promise<CommandResult<typeof PreviewRule>> {
    const { ruleId } = payload;
    const preview =
      ruleId === null
        ? await this.newRules.preview(caller, payload)
        : await this.changedRules.preview(caller, payload, ruleId);
    return commit(() => Promise.resolve(preview));
  }
}
