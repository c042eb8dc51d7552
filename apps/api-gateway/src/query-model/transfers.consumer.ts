import { Controller } from '@nestjs/common';
import {
  DestinationUpsertedV1,
  DriftCheckUpsertedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
} from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { shareUsers } from './account-deletion';
import { destinationRows, DESTINATIONS } from './destinations.projection';
import { DRIFT_CHECKS, DRIFT_DIFFERENCES, driftCheckRow, driftDifferenceRows } from './drift.projection';
import { project } from './project';
import { resourceRow, TRANSFER_LINKS } from './resources.projection';
import { TRANSFER_LOGS, transferLogRows, transferRows, TRANSFERS } from './transfers.projection';

/** What the transfer engine tells of destinations, links and transfers. */
@Controller()
export class TransfersConsumer {
  @OnEvent(DestinationUpsertedV1)
  async destinations(events: readonly ReceivedEvent<typeof DestinationUpsertedV1>[], tx: Tx): Promise<void> {
    await project(
      tx,
      DESTINATIONS,
      events.flatMap(({ payload }) => destinationRows(payload)),
    );
  }

  @OnEvent(TransferLinkUpsertedV1)
  async links(events: readonly ReceivedEvent<typeof TransferLinkUpsertedV1>[], tx: Tx): Promise<void> {
    await project(
      tx,
      TRANSFER_LINKS,
      events.map(({ payload }) => resourceRow(payload)),
    );
  }

  @OnEvent(DriftCheckUpsertedV1)
  async driftChecks(events: readonly ReceivedEvent<typeof DriftCheckUpsertedV1>[], tx: Tx): Promise<void> {
    await shareUsers(
      tx,
      events.map(({ payload }) => payload.userId),
    );
    await project(
      tx,
      DRIFT_CHECKS,
      events.map(({ payload }) => driftCheckRow(payload)),
    );
    await project(
      tx,
      DRIFT_DIFFERENCES,
      events.flatMap(({ payload }) => driftDifferenceRows(payload)),
    );
  }

  @OnEvent(TransferLoggedV1)
  async transfers(events: readonly ReceivedEvent<typeof TransferLoggedV1>[], tx: Tx): Promise<void> {
    await shareUsers(
      tx,
      events.map(({ payload }) => payload.userId),
    );
    await project(
      tx,
      TRANSFERS,
      events.flatMap(({ payload }) => transferRows(payload)),
    );
    await project(
      tx,
      TRANSFER_LOGS,
      events.flatMap(({ payload }) => transferLogRows(payload)),
    );
  }
}
