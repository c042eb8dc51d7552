import { Injectable } from '@nestjs/common';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor, StoredPause } from '@tributary/service';
import { CONNECTION_COLUMNS, connectionResource, ConnectionRow, lockConnection } from './connections';
import { destinationUpserted, toResource } from './destination-rows';

/** Connections to destinations; while they are paused, nothing is sent to them. */
@Injectable()
export class PausableDestinations implements Pausable {
  readonly kind = 'destination-connection';

  async follow(tx: Tx, grant: Grant): Promise<void> {
    const paused = pauseFor(grant, { scopes: ['destinations:write'], accountIds: [] });
    if (!paused) return;
    const rows = await tx.query<ConnectionRow>(
      `select ${CONNECTION_COLUMNS} from destination_connections
        where author ->> 'grantId' = $1 and paused is null and not deleted order by id for update`,
      [grant.grantId],
    );
    for (const row of rows)
      await save(tx, row, { enabled: false, paused: { ...paused, wasOn: row.enabled } });
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const row = await lockConnection(tx, id);
    if (row?.user_id !== userId || !row.paused) return false;
    await save(tx, { ...row, author: keptBy(row.author) }, { enabled: row.paused.wasOn, paused: null });
    return true;
  }
}

async function save(
  tx: Tx,
  { id, author }: ConnectionRow,
  { enabled, paused }: { readonly enabled: boolean; readonly paused: StoredPause | null },
): Promise<void> {
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections
        set enabled = $2, paused = $3, author = $4, version = version + 1, updated_at = now()
      where id = $1 returning ${CONNECTION_COLUMNS}`,
    [id, enabled, paused && JSON.stringify(paused), JSON.stringify(author)],
  );
  if (!row) throw new Error('the locked connection is missing');
  const owner = { userId: row.user_id, connectionId: id, destinationType: row.destination_type };
  await appendToOutbox(tx, destinationUpserted(owner, [toResource('CONNECTION', connectionResource(row))]));
}
