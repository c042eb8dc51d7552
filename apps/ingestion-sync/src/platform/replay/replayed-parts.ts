import {
  EventPayload,
  InstitutionDocument,
  InstitutionUpsertedV1,
  ReprocessingUpsertedV1,
  TransferPairUpsertedV1,
} from '@tributary/contracts';
import { event } from '@tributary/messaging';
import { partById, ReplayedPart } from '@tributary/service';
import { MoreThan } from 'typeorm';
import { AccountRow, accountUpserted } from '../../accounts/account-row';
import { connectionChanged } from '../../connections/connection-events';
import { Connection } from '../../connections/connection.entity';
import { Providers } from '../../providers/providers';
import { readReprocessings } from '../../transactions/reprocessing/reprocessings';
import { settlementEvents } from '../../transactions/settlement/settlement-events';
import { SettlementRow } from '../../transactions/settlement/write-settlements';
import { toTransferPair, TransferPairRow } from '../../accounts/transfer-pairs/stored-pairs';
import { ACCOUNT_BALANCES, BALANCE_ENTRIES } from './replayed-balances';
import { HOLDINGS } from './replayed-holdings';

/** What ingestion-sync replays: all that it publishes but transactions, which the rule engine replays. */
export function replayedParts(providers: Providers): readonly ReplayedPart[] {
  return [
    INSTITUTIONS,
    connections(providers),
    ACCOUNTS,
    ACCOUNT_BALANCES,
    BALANCE_ENTRIES,
    HOLDINGS,
    SETTLEMENTS,
    TRANSFER_PAIRS,
    REPROCESSINGS,
  ];
}

interface InstitutionRow {
  readonly id: number;
  readonly version: number;
  readonly document: InstitutionDocument;
  readonly updated_at: Date;
}

const INSTITUTIONS = partById<InstitutionRow>({
  name: 'institutions',
  totalSql: 'select count(*) as count from institutions',
  rows: 'select id, version, document, updated_at from institutions where id > $1 order by id limit $2',
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
    totalSql: 'select count(*) as count from connections',
    rows: (tx, after, take) =>
      tx.manager.find(Connection, { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take }),
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
  totalSql: 'select count(*) as count from financial_accounts',
  rows: 'select * from financial_accounts where id > $1 order by id limit $2',
  idOf: ({ id }) => id,
  toEvents: (rows) => rows.map((row) => ({ event: accountUpserted(row), occurredAt: row.updated_at })),
});

const SETTLEMENTS = partById<SettlementRow & { readonly user_id: number }>({
  name: 'settlements',
  totalSql: 'select count(*) as count from settlements',
  rows: `select s.*, a.user_id from settlements s join financial_accounts a on a.id = s.account_id
          where s.id > $1 order by s.id limit $2`,
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
  totalSql: 'select count(*) as count from transfer_pairs',
  rows: 'select * from transfer_pairs where id > $1 order by id limit $2',
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    rows.map((row) => ({
      event: event(TransferPairUpsertedV1, row.id, toTransferPair(row)),
      occurredAt: row.updated_at,
    })),
});

const REPROCESSINGS = partById<EventPayload<typeof ReprocessingUpsertedV1>>({
  name: 'reprocessings',
  totalSql: 'select count(*) as count from reprocessings',
  rows: (tx, after, limit) => readReprocessings(tx, 'id > $1 order by id limit $2', [after, limit]),
  idOf: ({ id }) => id,
  toEvents: (payloads) =>
    payloads.map((payload) => ({
      event: event(ReprocessingUpsertedV1, payload.id, payload),
      occurredAt: new Date(payload.updatedAt),
    })),
});
