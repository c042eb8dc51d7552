import { Controller } from '@nestjs/common';
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
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
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

/** What ingestion-sync tells of institutions, connections, accounts, balances and holdings. */
@Controller()
export class FinanceConsumer {
  @OnEvent(InstitutionUpsertedV1)
  async institutions(events: readonly ReceivedEvent<typeof InstitutionUpsertedV1>[], tx: Tx): Promise<void> {
    const rows = events.map(({ payload, occurredAt }) => institutionRow(payload, occurredAt));
    await project(tx, INSTITUTIONS, rows);
  }

  @OnEvent(ConnectionChangedV1)
  async connections(events: readonly ReceivedEvent<typeof ConnectionChangedV1>[], tx: Tx): Promise<void> {
    await project(
      tx,
      CONNECTIONS,
      events.map(({ payload }) => resourceRow(payload)),
    );
  }

  @OnEvent(AccountUpsertedV1)
  async accounts(events: readonly ReceivedEvent<typeof AccountUpsertedV1>[], tx: Tx): Promise<void> {
    await project(
      tx,
      ACCOUNTS,
      events.map(({ payload }) => resourceRow(payload)),
    );
  }

  @OnEvent(ReprocessingUpsertedV1)
  async reprocessings(
    events: readonly ReceivedEvent<typeof ReprocessingUpsertedV1>[],
    tx: Tx,
  ): Promise<void> {
    await project(
      tx,
      REPROCESSINGS,
      events.map(({ payload }) => resourceRow(payload)),
    );
  }

  @OnEvent(AccountDeletedV1)
  async deletedAccounts(events: readonly ReceivedEvent<typeof AccountDeletedV1>[], tx: Tx): Promise<void> {
    await deleteAccounts(tx, events);
  }

  @OnEvent(BalanceSnapshottedV1)
  async balances(events: readonly ReceivedEvent<typeof BalanceSnapshottedV1>[], tx: Tx): Promise<void> {
    const snapshots = events.map(({ payload }) => payload);
    await shareUsers(
      tx,
      snapshots.map(({ userId }) => userId),
    );
    await project(tx, ACCOUNT_BALANCES, snapshots.map(accountBalanceRow));
    await project(tx, BALANCE_ENTRIES, snapshots.flatMap(balanceEntryRows));
  }

  @OnEvent(HoldingsSnapshottedV1)
  async holdings(events: readonly ReceivedEvent<typeof HoldingsSnapshottedV1>[], tx: Tx): Promise<void> {
    const snapshots = events.map(({ payload }) => payload);
    await shareUsers(
      tx,
      snapshots.map(({ userId }) => userId),
    );
    await projectHoldings(tx, snapshots);
  }

  @OnEvent(SettlementUpsertedV1)
  async settlements(events: readonly ReceivedEvent<typeof SettlementUpsertedV1>[], tx: Tx): Promise<void> {
    const payloads = events.map(({ payload }) => payload);
    await shareUsers(
      tx,
      payloads.map(({ userId }) => userId),
    );
    await project(tx, SETTLEMENTS, payloads.flatMap(settlementRows));
  }
}
