import { Injectable } from '@nestjs/common';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor, StoredPause } from '@tributary/service';
import { connectionResource } from '../connections';
import { ConnectionRow, lockConnection, lockConnectionsOfGrant, savePause } from '../connections.store';
import { destinationUpserted, toResource } from '../resources/destination-rows';

/** Pauses connections to destinations by their authors' grants; nothing is sent to a paused connection. */
@Injectable()
export class PausableDestinations implements Pausable {
  readonly kind = 'destination-connection';

  async follow(tx: Tx, grant: Grant): Promise<void> {
    const paused = pauseFor(grant, { scopes: ['destinations:write'], accountIds: [] });
    if (!paused) return;
    const rows = await lockConnectionsOfGrant(tx, grant.grantId);
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
  const row = await savePause(tx, id, { enabled, paused, author });
  const owner = { userId: row.user_id, connectionId: id, destinationType: row.destination_type };
  await appendToOutbox(tx, destinationUpserted(owner, [toResource('CONNECTION', connectionResource(row))]));
}
