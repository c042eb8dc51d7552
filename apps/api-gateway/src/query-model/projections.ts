import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  DestinationUpsertedV1,
  DriftCheckUpsertedV1,
  EventContract,
  HoldingsSnapshottedV1,
  InstitutionUpsertedV1,
  ReprocessingUpsertedV1,
  RuleApplicationUpsertedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  SettlementUpsertedV1,
  TransactionShapedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
  WebhookDeliveredV1,
  WebhookEndpointUpsertedV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { ModelTx, Told } from './model-writes';
import {
  takeAccounts,
  takeBalances,
  takeConnections,
  takeHoldings,
  takeInstitutions,
  takeReprocessings,
  takeSettlements,
} from './take-finance';
import { takeRuleApplications, takeRuleLogs, takeRules } from './take-rules';
import { takeShapedTransactions } from './take-transactions';
import { takeDestinations, takeDriftChecks, takeTransferLinks, takeTransfers } from './take-transfers';
import { takeDeliveries, takeEndpoints, takeRecordedEvents } from './take-webhooks';

/** Takes the events of one topic into the query model. */
type Projection<C extends EventContract = EventContract> = (
  tx: ModelTx,
  events: readonly Told<C>[],
) => Promise<void>;

/** How each topic of what owners tell again is taken. What is gone is not told: see the tombstones. */
const PROJECTIONS = new Map<string, Projection>([
  of(InstitutionUpsertedV1, takeInstitutions),
  of(ConnectionChangedV1, takeConnections),
  of(AccountUpsertedV1, takeAccounts),
  of(BalanceSnapshottedV1, takeBalances),
  of(HoldingsSnapshottedV1, takeHoldings),
  of(SettlementUpsertedV1, takeSettlements),
  of(ReprocessingUpsertedV1, takeReprocessings),
  of(RuleUpsertedV1, takeRules),
  of(RuleApplicationUpsertedV1, takeRuleApplications),
  of(TransactionShapedV1, takeShapedTransactions),
  of(RuleLoggedV1, takeRuleLogs),
  of(DestinationUpsertedV1, takeDestinations),
  of(TransferLinkUpsertedV1, takeTransferLinks),
  of(TransferLoggedV1, takeTransfers),
  of(DriftCheckUpsertedV1, takeDriftChecks),
  of(WebhookEndpointUpsertedV1, takeEndpoints),
  of(WebhookDeliveredV1, takeDeliveries),
  of(WebhookEventRecordedV1, takeRecordedEvents),
]);

export function projectionOf(topic: string): Projection | undefined {
  return PROJECTIONS.get(topic);
}

/** The payload was checked against the contract of the topic that the projection is looked up by. */
function of<C extends EventContract>(contract: C, projection: Projection<C>): [string, Projection] {
  return [contract.topic, projection as Projection];
}
