import { EventPayload, WebhookEndpointDeletedV1 } from '@tributary/contracts';
import { ModelTx } from './model-writes';
import { holdUsers } from './account-deletion';
import { project } from './project';
import { WEBHOOK_ENDPOINTS } from './resources.projection';
import { endpointTombstone } from './webhooks.projection';

/** Keeps tombstones of the endpoints and erases their deliveries; nothing of theirs is taken afterwards. */
export async function deleteEndpoints(
  tx: ModelTx,
  deletions: readonly (EventPayload<typeof WebhookEndpointDeletedV1> & { readonly deletedAt: string })[],
): Promise<void> {
  await holdUsers(
    tx,
    deletions.map(({ userId }) => userId),
  );
  await project(
    tx,
    WEBHOOK_ENDPOINTS,
    deletions.map((deletion) => endpointTombstone(deletion, deletion.deletedAt)),
  );
  const ids = deletions.map(({ id }) => id);
  await tx.execute('delete from webhook_deliveries where endpoint_id = any($1::bigint[])', [ids]);
  await tx.execute('delete from webhook_attempts where endpoint_id = any($1::bigint[])', [ids]);
}

export async function endpointsThatAreGone(
  tx: ModelTx,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    'select id from webhook_endpoints where id = any($1::bigint[]) and deleted',
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}
