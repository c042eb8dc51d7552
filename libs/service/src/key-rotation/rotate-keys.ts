import { ServiceName } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { Environment, EnvironmentReader } from '../environment';
import { readPlatformConfig } from '../platform.config';
import { countSealedWithOthers, resealRows, SealedColumn } from './sealed-column';

export interface KeyRotation {
  readonly service: ServiceName;
  readonly columns: readonly SealedColumn[];
}

const ROWS_PER_BATCH = 500;
const PAUSE_MS = 1000;
/** Rows that stay locked for so long are a matter for the operator. */
const ROUNDS_WITHOUT_PROGRESS_MAX = 30;

/**
 * Seals everything that another key has sealed with the present one, in batches of a transaction each: may run
 * beside the service, be stopped at any moment, and be started again, which goes on where it was.
 */
export async function rotateKeys(
  database: Database,
  box: SecretBox,
  columns: readonly SealedColumn[],
  say: (line: string) => void,
): Promise<void> {
  for (const column of columns) await rotateColumn(database, box, column, say);
}

async function rotateColumn(
  database: Database,
  box: SecretBox,
  column: SealedColumn,
  say: (line: string) => void,
): Promise<void> {
  const name = `${column.table}.${column.column}`;
  let done = 0;
  let waits = 0;
  for (;;) {
    const resealed = await database.transaction((tx) => resealRows(tx, box, column, ROWS_PER_BATCH));
    done += resealed;
    if (resealed > 0) {
      waits = 0;
      say(`${name}: ${done} sealed anew`);
      continue;
    }
    const left = await countSealedWithOthers(database, box, column);
    if (left === 0) return say(`${name}: done, ${done} sealed anew, none left`);
    waits += 1;
    if (waits > ROUNDS_WITHOUT_PROGRESS_MAX)
      throw new Error(`${name}: ${left} rows stay locked; run it again`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The command: reads the service's own settings, works, and ends the process. */
export async function runKeyRotation(
  rotation: KeyRotation,
  environment: Environment = process.env,
): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const env = new EnvironmentReader(environment);
    const config = readPlatformConfig(rotation.service, env);
    env.check(`key rotation of ${rotation.service}`);
    const box = new SecretBox(config.encryptionKey, config.acceptedEncryptionKeys);
    const database = await Database.open({
      url: config.databaseUrl,
      schema: rotation.service.replaceAll('-', '_'),
      poolSize: 2,
      entities: [],
      migrations: [],
    });
    try {
      await rotateKeys(database, box, rotation.columns, say);
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`key rotation failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
