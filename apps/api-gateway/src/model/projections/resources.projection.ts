import {
  AccountDeletedV1,
  AccountUpsertedV1,
  CategoryDeletedV1,
  CategoryUpsertedV1,
  ConnectionChangedV1,
  EventPayload,
  ExchangeRatesPublishedV1,
  InstitutionUpsertedV1,
  ReprocessingUpsertedV1,
  RuleApplicationUpsertedV1,
  RuleDeletedV1,
  RuleUpsertedV1,
  TransferLinkUpsertedV1,
  WebhookEndpointDeletedV1,
  WebhookEndpointUpsertedV1,
} from '@tributary/contracts';
import { ProjectedTable } from './projected-table';
import { QueryModelTable } from '../tables';

/** A resource that its owner publishes whole: connection, account, rule, link, endpoint. */
interface ResourceRow {
  readonly id: number;
  readonly version: number;
  readonly user_id: number;
  readonly deleted: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  /** Null in a tombstone. */
  readonly document: unknown;
}

export const INSTITUTIONS: ProjectedTable = {
  table: 'institutions',
  key: ['id'],
  columns: { id: 'bigint', version: 'bigint', updated_at: 'timestamptz', document: 'jsonb' },
  versionColumn: 'version',
  belongsTo: null,
};

/** The rates of a day, of all currencies together: 7,000 rows since 1999. */
export const EXCHANGE_RATES: ProjectedTable = {
  table: 'exchange_rates',
  key: ['day'],
  columns: { day: 'date', version: 'bigint', source: 'text', rates: 'jsonb' },
  versionColumn: 'version',
  belongsTo: null,
};

export const CONNECTIONS = resourceTable('connections');
export const ACCOUNTS = resourceTable('accounts');
export const REPROCESSINGS = resourceTable('reprocessings');
export const RULES = resourceTable('rules');
export const RULE_APPLICATIONS = resourceTable('rule_applications');
export const CATEGORIES = resourceTable('categories');
export const TRANSFER_LINKS = resourceTable('transfer_links');
export const WEBHOOK_ENDPOINTS = resourceTable('webhook_endpoints');

type Published = EventPayload<
  | typeof ConnectionChangedV1
  | typeof AccountUpsertedV1
  | typeof ReprocessingUpsertedV1
  | typeof CategoryUpsertedV1
  | typeof RuleUpsertedV1
  | typeof RuleApplicationUpsertedV1
  | typeof TransferLinkUpsertedV1
  | typeof WebhookEndpointUpsertedV1
>;

/** Returns the row of a published resource, without its document if it is deleted. */
export function resourceRow(published: Published): ResourceRow {
  const deleted = 'deleted' in published && published.deleted;
  return {
    id: published.id,
    version: published.version,
    user_id: published.userId,
    deleted,
    created_at: published.createdAt,
    updated_at: published.updatedAt,
    document: deleted ? null : published.document,
  };
}

/** Row that remains of a deleted account, category, rule or endpoint. */
export function tombstone(
  deletion: EventPayload<
    | typeof AccountDeletedV1
    | typeof CategoryDeletedV1
    | typeof RuleDeletedV1
    | typeof WebhookEndpointDeletedV1
  >,
  deletedAt: string,
): ResourceRow {
  return {
    id: deletion.id,
    version: deletion.version,
    user_id: deletion.userId,
    deleted: true,
    created_at: deletedAt,
    updated_at: deletedAt,
    document: null,
  };
}

/** Row of an institution. Its time of change is the event's, because institutions have none of their own. */
export function institutionRow(published: EventPayload<typeof InstitutionUpsertedV1>, changedAt: string) {
  return {
    id: published.id,
    version: published.version,
    updated_at: changedAt,
    document: published.document,
  };
}

export function exchangeRateRows({ days }: EventPayload<typeof ExchangeRatesPublishedV1>) {
  return days.map(({ date, version, source, rates }) => ({ day: date, version, source, rates }));
}

function resourceTable(table: QueryModelTable): ProjectedTable {
  return {
    table,
    key: ['id'],
    columns: {
      id: 'bigint',
      version: 'bigint',
      user_id: 'bigint',
      deleted: 'boolean',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      document: 'jsonb',
    },
    versionColumn: 'version',
    belongsTo: null,
  };
}
