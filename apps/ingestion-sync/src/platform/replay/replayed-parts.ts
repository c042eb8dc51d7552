import { InstitutionUpsertedV1, TransferPairUpsertedV1 } from '@tributary/contracts';
import { event } from '@tributary/messaging';
import { partById, ReplayedPart, ReplayedParts } from '@tributary/service';
import { AccountRow, accountUpserted } from '../../accounts/account-row';
import { ALL_ACCOUNTS } from '../../accounts/accounts.store';
import { connectionChanged } from '../../connections/connection-events';
import { Connection } from '../../connections/connection.entity';
import { ALL_CONNECTIONS } from '../../connections/connections.store';
import { ALL_INSTITUTIONS, InstitutionRow } from '../../providers/institutions.store';
import { EXCHANGE_RATES } from '../../providers/exchange-rates/rate-events';
import { Providers } from '../../providers/providers';
import { reprocessings } from '../../transactions/reprocessing/reprocessings';
import { settlementEvents } from '../../transactions/settlement/settlement-events';
import { ACCOUNT_BALANCES, BALANCE_ENTRIES } from './replayed-balances';
import { HOLDINGS } from './replayed-holdings';
import { ALL_SETTLEMENTS, SettlementRow } from '../../transactions/settlement/settlements.store';
import { toTransferPair } from '../../transactions/transfer-pairs/transfer-pair-events';
import { ALL_TRANSFER_PAIRS, TransferPairRow } from '../../transactions/transfer-pairs/transfer-pairs.store';

/** The parts that ingestion-sync replays: everything that it publishes except transactions, which the rule engine replays. */
export function replayedParts(providers: Providers): ReplayedParts<'ingestion-sync'> {
  return {
    'institution.upserted': INSTITUTIONS,
    'exchange-rates.published': EXCHANGE_RATES,
    'connection.changed': connections(providers),
    'account.upserted': ACCOUNTS,
    'balance.snapshotted': [ACCOUNT_BALANCES, BALANCE_ENTRIES],
    'holdings.snapshotted': HOLDINGS,
    'settlement.upserted': SETTLEMENTS,
    'transfer-pair.upserted': TRANSFER_PAIRS,
    'reprocessing.upserted': REPROCESSINGS,
  };
}

const INSTITUTIONS = partById<InstitutionRow>({
  name: 'institutions',
  ...ALL_INSTITUTIONS,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    rows.map(({ id, version, document, updated_at }) => ({
      event: event(InstitutionUpsertedV1, id, { id, version, document }),
      occurredAt: updated_at,
    })),
});

function connections(providers: Providers): ReplayedPart {
  return partById<Connection>({
    name: 'connections',
    ...ALL_CONNECTIONS,
    idOf: ({ id }) => id,
    toEvents: (rows) =>
      rows.map((connection) => ({
        event: connectionChanged(connection, providers.find(connection.provider), null),
        occurredAt: connection.updatedAt,
      })),
  });
}

const ACCOUNTS = partById<AccountRow>({
  name: 'accounts',
  ...ALL_ACCOUNTS,
  idOf: ({ id }) => id,
  toEvents: (rows) => rows.map((row) => ({ event: accountUpserted(row), occurredAt: row.updated_at })),
});

const SETTLEMENTS = partById<SettlementRow & { readonly user_id: number }>({
  name: 'settlements',
  ...ALL_SETTLEMENTS,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    rows.flatMap((row) =>
      settlementEvents({ id: row.account_id, userId: row.user_id }, [row]).map((published) => ({
        event: published,
        occurredAt: row.updated_at,
      })),
    ),
});

const TRANSFER_PAIRS = partById<TransferPairRow>({
  name: 'transfer_pairs',
  ...ALL_TRANSFER_PAIRS,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    rows.map((row) => ({
      event: event(TransferPairUpsertedV1, row.id, toTransferPair(row)),
      occurredAt: row.updated_at,
    })),
});

const REPROCESSINGS = partById({ name: 'reprocessings', ...reprocessings.replayed });
