import { Controller } from '@nestjs/common';
import {
  DestinationUpsertedV1,
  TransferLinkUpsertedV1,
  DriftCheckUpsertedV1,
  TransferLoggedV1,
} from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { writeModel } from './model-writes';
import { takeDestinations, takeTransferLinks, takeDriftChecks, takeTransfers } from './take-transfers';

/** What the transfer engine tells of destinations, links and transfers. */
@Controller()
export class TransfersConsumer {
  @OnEvent(DestinationUpsertedV1)
  destinations(events: readonly ReceivedEvent<typeof DestinationUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeDestinations(model, events));
  }

  @OnEvent(TransferLinkUpsertedV1)
  links(events: readonly ReceivedEvent<typeof TransferLinkUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeTransferLinks(model, events));
  }

  @OnEvent(DriftCheckUpsertedV1)
  driftChecks(events: readonly ReceivedEvent<typeof DriftCheckUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeDriftChecks(model, events));
  }

  @OnEvent(TransferLoggedV1)
  transfers(events: readonly ReceivedEvent<typeof TransferLoggedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeTransfers(model, events));
  }
}
