import { Pool } from 'pg';
import { OperatorConfig } from '../../operator.config';
import { makeBackupPoint } from '../backup-point';
import { Manifest } from '../copy/manifest';
import { Progress } from '../copy/progress';
import { writeCopy } from '../copy/write-copy';

const CATCH_UP_MS = 60_000;

/** Copies the database into a directory, as it is at a backup point; where the bus is in the database, any moment is one. */
export async function copyAtPoint(pool: Pool, config: OperatorConfig, directory: string): Promise<Manifest> {
  const copy = (snapshot?: string) => writeCopy(config.adminUrl, directory, new Progress(), snapshot);
  if (config.kafka === null) return copy();
  let manifest: Manifest | null = null;
  await makeBackupPoint(pool, config, {
    name: `tributary-${new Date().toISOString()}`,
    catchUpWithinMs: CATCH_UP_MS,
    onSnapshot: async (snapshot) => void (manifest = await copy(snapshot)),
  });
  if (manifest === null) throw new Error('the point had no snapshot');
  return manifest;
}
