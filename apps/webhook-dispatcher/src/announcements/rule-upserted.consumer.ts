import { Controller, Inject } from '@nestjs/common';
import { addAll, ruleResource, RuleUpsertedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Announcement } from './announcement';
import { Announcer } from './announcer';
import { storeRules } from './changes/announced.store';
import { uniqueKeyBatches } from './changes/unique-key-batches';

type Upserted = ReceivedEvent<typeof RuleUpsertedV1>;

/** Announces rules that were switched off; other changes of rules have no event. */
@Controller()
export class RuleUpsertedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(RuleUpsertedV1)
  async announce(events: readonly Upserted[], tx: Tx): Promise<void> {
    const named = events.filter(({ payload }) => payload.event);
    const changedEvents: Upserted[] = [];
    for (const batch of uniqueKeyBatches(named, ({ payload }) => payload.id)) {
      const newer = await storeRules(
        tx,
        batch.map(({ payload }) => payload),
      );
      addAll(
        changedEvents,
        batch.filter(({ payload }) => newer.has(payload.id)),
      );
    }
    await this.announcer.announce(tx, changedEvents.flatMap(announcementsOf));
  }
}

function announcementsOf(cause: Upserted): Announcement[] {
  const { event: type, id, userId, accountIds = [] } = cause.payload;
  if (!type) return [];
  const about = { kind: 'rule', ruleId: id, accountIds } as const;
  return [{ cause, type, userId, about, part: 0, data: { rule: ruleResource(cause.payload) } }];
}
