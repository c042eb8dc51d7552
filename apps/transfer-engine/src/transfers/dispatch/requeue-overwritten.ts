import { Database } from '@tributary/persistence';
import { UnitClaim } from './unit-claims';

/**
 * A dispatcher that slept past its lease may have sent older content after its successor sent newer one. New rows are
 * safe by their key; updates are sent once more, completely.
 */
export async function requeueOverwritten(database: Database, claim: UnitClaim): Promise<void> {
  const updated = claim.transfers.filter(({ operation }) => operation === 'UPDATE').map(({ id }) => id);
  if (updated.length === 0) return;
  await database.execute(
    `update transfers
        set state = 'PENDING', operation = 'UPDATE', sent_content = null, version = version + 1
      where id = any($1) and state = 'TRANSFERRED' and operation is null`,
    [updated],
  );
}
