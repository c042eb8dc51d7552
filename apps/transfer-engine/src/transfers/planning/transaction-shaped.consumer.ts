import { Controller } from '@nestjs/common';
import { TransactionShapedV1 } from '@tributary/contracts';
import { appendToOutbox, OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { insertNewTransfers } from './new-transfers';
import { findCarryingLinks } from '../carrying-links.store';
import { replanTransfers } from './replan-transfers';
import { transferLogged } from '../transfer-logged';
import { requestedTransfers } from './requested-transfers';

/** Plans the transfers of shaped transactions; the dispatcher sends them. */
@Controller()
export class TransactionShapedConsumer {
  @OnEvent(TransactionShapedV1)
  async plan(events: readonly ReceivedEvent<typeof TransactionShapedV1>[], tx: Tx): Promise<void> {
    const links = await findCarryingLinks(
      tx,
      events.map(({ payload }) => payload.financialAccountId),
    );
    const { requested, removals } = requestedTransfers(events, links);
    const { left, logged } = await insertNewTransfers(tx, requested);
    const changed = await replanTransfers(tx, left, removals);
    await appendToOutbox(tx, transferLogged([...logged, ...changed]));
  }
}
