import { EventConsumedBy, EventContract, EVENTS, IngestionSyncRestatedV1 } from '@tributary/contracts';
import type { LogTable } from '@tributary/service';
import { deleteAccounts, deleteEndpoints } from '../deletions';
import {
  ACCOUNT_BALANCES,
  accountBalanceRow,
  BALANCE_ENTRIES,
  balanceEntryRows,
} from './balances.projection';
import { destinationRows, DESTINATIONS } from './destinations.projection';
import { DRIFT_CHECKS, DRIFT_DIFFERENCES, driftCheckRow, driftDifferenceRows } from './drift.projection';
import { projectHoldings } from './holdings.projection';
import { into, Projection } from './project';
import {
  ACCOUNTS,
  CATEGORIES,
  CONNECTIONS,
  EXCHANGE_RATES,
  exchangeRateRows,
  institutionRow,
  INSTITUTIONS,
  REPROCESSINGS,
  resourceRow,
  RULE_APPLICATIONS,
  RULES,
  tombstone,
  TRANSFER_LINKS,
  WEBHOOK_ENDPOINTS,
} from './resources.projection';
import { RULE_LOGS, ruleLogRows } from './rule-logs.projection';
import { settlementRows, SETTLEMENTS } from './settlements.projection';
import { projectTransactions } from './transactions.projection';
import { TRANSFER_PAIRS, transferPairRow } from './transfer-pairs.projection';
import { TRANSFER_LOGS, transferLogRows, transferRows, TRANSFERS } from './transfers.projection';
import {
  attemptRows,
  deliveryRows,
  eventRows,
  WEBHOOK_ATTEMPTS,
  WEBHOOK_DELIVERIES,
  WEBHOOK_EVENTS,
} from './webhooks.projection';

/** Events that the gateway consumes, without the messages that carry other events in a rebuild. */
type ModelEvent = Exclude<EventConsumedBy<'api-gateway'>, typeof IngestionSyncRestatedV1>;

/**
 * Turns each event into rows, whether it is live, comes with the reply to a command, or is replayed in a rebuild. An
 * event that the gateway consumes and that has no entry here does not compile. A transaction that stores several kinds
 * stores them in this order, or two would wait for each other's rows; a client's own change of transactions, too,
 * comes before the settlements that it decides.
 */
export const PROJECTIONS: { readonly [E in ModelEvent as E['topic']]: Projection<E> } = {
  'institution.upserted': into([INSTITUTIONS, institutionRow]),
  'exchange-rates.published': into([EXCHANGE_RATES, exchangeRateRows]),
  'connection.changed': into([CONNECTIONS, resourceRow]),
  'account.upserted': into([ACCOUNTS, resourceRow]),
  'account.deleted': deleteAccounts,
  'balance.snapshotted': into([ACCOUNT_BALANCES, accountBalanceRow], [BALANCE_ENTRIES, balanceEntryRows]),
  'holdings.snapshotted': projectHoldings,
  'transfer-pair.upserted': into([TRANSFER_PAIRS, transferPairRow]),
  'reprocessing.upserted': into([REPROCESSINGS, resourceRow]),
  'transaction.shaped': projectTransactions,
  'settlement.upserted': into([SETTLEMENTS, settlementRows]),
  'category.upserted': into([CATEGORIES, resourceRow]),
  'category.deleted': into([CATEGORIES, tombstone]),
  'rule.upserted': into([RULES, resourceRow]),
  'rule.deleted': into([RULES, tombstone]),
  'rule-application.upserted': into([RULE_APPLICATIONS, resourceRow]),
  'rule.logged': into([RULE_LOGS, ruleLogRows]),
  'destination.upserted': into([DESTINATIONS, destinationRows]),
  'transfer-link.upserted': into([TRANSFER_LINKS, resourceRow]),
  'transfer.logged': into([TRANSFERS, transferRows], [TRANSFER_LOGS, transferLogRows]),
  'drift-check.upserted': into([DRIFT_CHECKS, driftCheckRow], [DRIFT_DIFFERENCES, driftDifferenceRows]),
  'webhook-endpoint.upserted': into([WEBHOOK_ENDPOINTS, resourceRow]),
  'webhook-endpoint.deleted': deleteEndpoints,
  'webhook.delivered': into([WEBHOOK_DELIVERIES, deliveryRows], [WEBHOOK_ATTEMPTS, attemptRows]),
  'webhook-event.recorded': into([WEBHOOK_EVENTS, eventRows]),
};

/** Tables whose retention is `LOG_RETENTION_DAYS`, as at their owners. */
export const LOGS: readonly LogTable[] = [
  { table: RULE_LOGS.table, since: 'created_at' },
  { table: TRANSFER_LOGS.table, since: 'attempted_at' },
];

/** Projections by topic; a payload is checked against the contract of its topic before. */
const byTopic = new Map(Object.entries(PROJECTIONS) as [string, Projection][]);

/** The projection of a topic; undefined if the query model does not use the topic. */
export function projectionOf(topic: string): Projection | undefined {
  return byTopic.get(topic);
}

/** An event of which the query model is made, with its projection. */
export interface Projected {
  readonly contract: EventContract;
  readonly project: Projection;
}

/** Projections in the order in which all writers apply them. */
export const PROJECTED: readonly Projected[] = [...byTopic].flatMap(([topic, project]) =>
  EVENTS.filter((contract) => contract.topic === topic).map((contract) => ({ contract, project })),
);
