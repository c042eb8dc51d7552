import { Controller, Inject } from '@nestjs/common';
import { GrantChangedV1 } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { saveGrant } from './followed-grants.store';
import { type Pausable, PAUSABLES } from './pausable';

/** Limits resources made through a grant to what the grant covers now. */
@Controller()
export class GrantChangedConsumer {
  constructor(@Inject(PAUSABLES) private readonly pausables: readonly Pausable[]) {}

  @OnEvent(GrantChangedV1)
  async follow(events: readonly ReceivedEvent<typeof GrantChangedV1>[], tx: Tx): Promise<void> {
    const inOneOrder = [...events].sort((a, b) => compare(a.payload.grantId, b.payload.grantId));
    for (const { payload } of inOneOrder) {
      const grant = await saveGrant(tx, { ...payload, name: payload.name ?? null });
      for (const pausable of this.pausables) await pausable.follow(tx, grant);
    }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
