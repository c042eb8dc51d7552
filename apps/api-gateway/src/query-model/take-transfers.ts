import {
  DestinationUpsertedV1,
  DriftCheckUpsertedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
} from '@tributary/contracts';
import { shareUsers } from './account-deletion';
import { destinationRows, DESTINATIONS } from './destinations.projection';
import { DRIFT_CHECKS, DRIFT_DIFFERENCES, driftCheckRow, driftDifferenceRows } from './drift.projection';
import { project } from './project';
import { resourceRow, TRANSFER_LINKS } from './resources.projection';
import { TRANSFER_LOGS, transferLogRows, transferRows, TRANSFERS } from './transfers.projection';
import { ModelTx, Told } from './model-writes';

export async function takeDestinations(
  tx: ModelTx,
  events: readonly Told<typeof DestinationUpsertedV1>[],
): Promise<void> {
  await project(
    tx,
    DESTINATIONS,
    events.flatMap(({ payload }) => destinationRows(payload)),
  );
}

export async function takeTransferLinks(
  tx: ModelTx,
  events: readonly Told<typeof TransferLinkUpsertedV1>[],
): Promise<void> {
  await project(
    tx,
    TRANSFER_LINKS,
    events.map(({ payload }) => resourceRow(payload)),
  );
}

export async function takeDriftChecks(
  tx: ModelTx,
  events: readonly Told<typeof DriftCheckUpsertedV1>[],
): Promise<void> {
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

export async function takeTransfers(
  tx: ModelTx,
  events: readonly Told<typeof TransferLoggedV1>[],
): Promise<void> {
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
