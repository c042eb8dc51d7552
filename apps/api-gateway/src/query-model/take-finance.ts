import {
  AccountDeletedV1,
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  HoldingsSnapshottedV1,
  InstitutionUpsertedV1,
  ReprocessingUpsertedV1,
  SettlementUpsertedV1,
} from '@tributary/contracts';
import { deleteAccounts, shareUsers } from './account-deletion';
import {
  ACCOUNT_BALANCES,
  accountBalanceRow,
  BALANCE_ENTRIES,
  balanceEntryRows,
} from './balances.projection';
import { projectHoldings } from './holdings.projection';
import { project } from './project';
import { settlementRows, SETTLEMENTS } from './settlements.projection';
import {
  ACCOUNTS,
  CONNECTIONS,
  institutionRow,
  INSTITUTIONS,
  REPROCESSINGS,
  resourceRow,
} from './resources.projection';
import { ModelTx, Told } from './model-writes';

export async function takeInstitutions(
  tx: ModelTx,
  events: readonly Told<typeof InstitutionUpsertedV1>[],
): Promise<void> {
  const rows = events.map(({ payload, occurredAt }) => institutionRow(payload, occurredAt));
  await project(tx, INSTITUTIONS, rows);
}

export async function takeConnections(
  tx: ModelTx,
  events: readonly Told<typeof ConnectionChangedV1>[],
): Promise<void> {
  await project(
    tx,
    CONNECTIONS,
    events.map(({ payload }) => resourceRow(payload)),
  );
}

export async function takeAccounts(
  tx: ModelTx,
  events: readonly Told<typeof AccountUpsertedV1>[],
): Promise<void> {
  await project(
    tx,
    ACCOUNTS,
    events.map(({ payload }) => resourceRow(payload)),
  );
}

export async function takeReprocessings(
  tx: ModelTx,
  events: readonly Told<typeof ReprocessingUpsertedV1>[],
): Promise<void> {
  await project(
    tx,
    REPROCESSINGS,
    events.map(({ payload }) => resourceRow(payload)),
  );
}

export async function takeAccountDeletions(
  tx: ModelTx,
  events: readonly Told<typeof AccountDeletedV1>[],
): Promise<void> {
  await deleteAccounts(tx, events);
}

export async function takeBalances(
  tx: ModelTx,
  events: readonly Told<typeof BalanceSnapshottedV1>[],
): Promise<void> {
  const snapshots = events.map(({ payload }) => payload);
  await shareUsers(
    tx,
    snapshots.map(({ userId }) => userId),
  );
  await project(tx, ACCOUNT_BALANCES, snapshots.map(accountBalanceRow));
  await project(tx, BALANCE_ENTRIES, snapshots.flatMap(balanceEntryRows));
}

export async function takeHoldings(
  tx: ModelTx,
  events: readonly Told<typeof HoldingsSnapshottedV1>[],
): Promise<void> {
  const snapshots = events.map(({ payload }) => payload);
  await shareUsers(
    tx,
    snapshots.map(({ userId }) => userId),
  );
  await projectHoldings(tx, snapshots);
}

export async function takeSettlements(
  tx: ModelTx,
  events: readonly Told<typeof SettlementUpsertedV1>[],
): Promise<void> {
  const payloads = events.map(({ payload }) => payload);
  await shareUsers(
    tx,
    payloads.map(({ userId }) => userId),
  );
  await project(tx, SETTLEMENTS, payloads.flatMap(settlementRows));
}
