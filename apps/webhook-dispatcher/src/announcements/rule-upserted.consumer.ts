import { Controller, Inject } from '@nestjs/common';
import { addAll, ruleResource, RuleUpsertedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Announcement } from './announcement';
import { Announcer } from './announcer';
import { storeRules } from './changes/announced.store';
import { inWaves } from './changes/waves';

type Upserted = ReceivedEvent<typeof RuleUpsertedV1>;

/** Announces rules that were switched off; other changes of rules have no event. */
@Controller()
export class RuleUpsertedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(RuleUpsertedV1)
  async announce(events: readonly Upserted[], tx: Tx): Promise<void> {
    const named = events.filter(({ payload }) => payload.event);
    const news: Upserted[] = [];
    for (const wave of inWaves(named, ({ payload }) => payload.id)) {
      const newer = await storeRules(
        tx,
        wave.map(({ payload }) => payload),
      );
      addAll(
        news,
        wave.filter(({ payload }) => newer.has(payload.id)),
      );
    }
    await this.announcer.announce(tx, news.flatMap(announcementsOf));
  }
}

function announcementsOf(cause: Upserted): Announcement[] {
  const { event: type, id, userId, accountIds = [] } = cause.payload;
  if (!type) return [];
  const about = { kind: 'rule', ruleId: id, accountIds } as const;
  return [{ cause, type, userId, about, part: 0, data: { rule: ruleResource(cause.payload) } }];
}
