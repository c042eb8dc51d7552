import { EventPayload, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { ConditionsOf, equalsId, equalsText, readList, RowsAndTotal, SortedBy } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { WEBHOOK_ENDPOINT_LIST } from './webhook-endpoint-list';

export interface WebhookEndpointRow {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: EventPayload<typeof WebhookEndpointUpsertedV1>['document'];
}

export type WebhookEndpointQuery = ListQuery<typeof WEBHOOK_ENDPOINT_LIST>;

const COLUMNS = 'w.id, w.created_at, w.updated_at, w.document';

export async function readWebhookEndpoints(
  database: Queryable,
  access: Access,
  query: WebhookEndpointQuery,
): Promise<RowsAndTotal<WebhookEndpointRow>> {
  const parameters = new SqlParameters();
  return readList<WebhookEndpointRow, typeof WEBHOOK_ENDPOINT_LIST>(database, query, {
    from: 'webhook_endpoints w',
    columns: COLUMNS,
    condition: granted(access, parameters),
    parameters,
    conditions: CONDITIONS,
    sorted: SORTED,
  });
}

export async function readWebhookEndpoint(
  database: Queryable,
  access: Access,
  id: number,
): Promise<WebhookEndpointRow | null> {
  const parameters = new SqlParameters();
  const condition = granted(access, parameters);
  const [row] = await database.query<WebhookEndpointRow>(
    `select ${COLUMNS} from webhook_endpoints w where ${condition} and w.id = ${parameters.add(id)}`,
    parameters.values,
  );
  return row ?? null;
}

/** A token does not see an endpoint that gets events of accounts which it was not granted. */
function granted(access: Access, parameters: SqlParameters): string {
  const own = `w.user_id = ${parameters.add(access.userId)}::bigint and not w.deleted`;
  if (access.accountIds === null) return own;
  const accounts = `w.document->'financial_account_ids'`;
  const ids = parameters.add(JSON.stringify(access.accountIds));
  return `${own} and jsonb_typeof(${accounts}) = 'array' and ${accounts} <@ ${ids}::jsonb`;
}

const CONDITIONS: ConditionsOf<typeof WEBHOOK_ENDPOINT_LIST> = {
  id: equalsId('w.id'),
  url: equalsText(`w.document->>'url'`),
  type: equalsText(`w.document->>'type'`),
  enabled: equalsText(`w.document->>'enabled'`),
  event: ({ values }, parameters) => `w.document->'events' ?| ${parameters.texts(values)}`,
};

const SORTED: SortedBy<typeof WEBHOOK_ENDPOINT_LIST> = {
  id: 'w.id',
  created_at: 'w.created_at',
  updated_at: 'w.updated_at',
};
