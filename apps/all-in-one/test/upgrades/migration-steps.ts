import { ServiceName } from '@tributary/contracts';
import { PLATFORM_MIGRATIONS } from '@tributary/service';
import { workspaceRoot } from '@tributary/testing';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { MigrationInterface } from 'typeorm';

export type Migration = new () => MigrationInterface;

/** All migrations of a service, from the first to the last, found by their files so that none can be left out. */
export function migrationSteps(service: ServiceName, load = createRequire(__filename)): Migration[] {
  const folder = path.join(workspaceRoot(), 'apps', service, 'src/migrations');
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => Object.values(load(path.join(folder, file)) as Record<string, unknown>))
    .filter(isMigration);
  return [...PLATFORM_MIGRATIONS, ...found].sort((a, b) => timeOf(a) - timeOf(b));
}

function isMigration(value: unknown): value is Migration {
  return typeof value === 'function' && 'up' in (value.prototype as object);
}

/** TypeORM reads the moment from the name, too. */
function timeOf({ name }: Migration): number {
  return Number(name.slice(-13));
}
