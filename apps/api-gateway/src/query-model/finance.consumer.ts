import { Controller } from '@nestjs/common';
import {
  InstitutionUpsertedV1,
  ConnectionChangedV1,
  AccountUpsertedV1,
  ReprocessingUpsertedV1,
  AccountDeletedV1,
  BalanceSnapshottedV1,
  HoldingsSnapshottedV1,
  SettlementUpsertedV1,
} from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { writeModel } from './model-writes';
import {
  takeInstitutions,
  takeConnections,
  takeAccounts,
  takeReprocessings,
  takeAccountDeletions,
  takeBalances,
  takeHoldings,
  takeSettlements,
} from './take-finance';

/** What ingestion-sync tells of institutions, connections, accounts, balances and holdings. */
@Controller()
export class FinanceConsumer {
  @OnEvent(InstitutionUpsertedV1)
  institutions(events: readonly ReceivedEvent<typeof InstitutionUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeInstitutions(model, events));
  }

  @OnEvent(ConnectionChangedV1)
  connections(events: readonly ReceivedEvent<typeof ConnectionChangedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeConnections(model, events));
  }

  @OnEvent(AccountUpsertedV1)
  accounts(events: readonly ReceivedEvent<typeof AccountUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeAccounts(model, events));
  }

  @OnEvent(ReprocessingUpsertedV1)
  reprocessings(events: readonly ReceivedEvent<typeof ReprocessingUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeReprocessings(model, events));
  }

  @OnEvent(AccountDeletedV1)
  deletedAccounts(events: readonly ReceivedEvent<typeof AccountDeletedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeAccountDeletions(model, events));
  }

  @OnEvent(BalanceSnapshottedV1)
  balances(events: readonly ReceivedEvent<typeof BalanceSnapshottedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeBalances(model, events));
  }

  @OnEvent(HoldingsSnapshottedV1)
  holdings(events: readonly ReceivedEvent<typeof HoldingsSnapshottedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeHoldings(model, events));
  }

  @OnEvent(SettlementUpsertedV1)
  settlements(events: readonly ReceivedEvent<typeof SettlementUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeSettlements(model, events));
  }
}
