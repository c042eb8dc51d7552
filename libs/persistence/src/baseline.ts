import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MigrationInterface, QueryRunner } from 'typeorm';
import { DatabaseUnfitError } from './availability/database-check';

/**
 * A service's first migration: its whole schema, as SQL files.
 * @param folder where `baseline/<part>.sql` are
 * @param parts in the order in which they run
 */
export function baseline(folder: string, parts: readonly string[]): new () => MigrationInterface {
  return class Baseline1764400000000 implements MigrationInterface {
    readonly name = 'Baseline1764400000000';

    async up(runner: QueryRunner): Promise<void> {
      for (const part of parts) {
        const sql = readFileSync(path.join(folder, 'baseline', `${part}.sql`), 'utf8');
        await refuseFormerTables(runner, sql);
        await runner.query(sql);
      }
    }

    async down(): Promise<void> {
      throw new Error('there is no schema before the baseline: drop the schema and provision it again');
    }
  };
}

/** @throws DatabaseUnfitError if an unreleased version created the tables, which can no longer be migrated */
async function refuseFormerTables(runner: QueryRunner, sql: string): Promise<void> {
  const tables = [...sql.matchAll(/^create table (\w+)/gm)].map(([, table]) => table);
  const [found] = (await runner.query(
    `select current_schema() as schema from unnest($1::text[]) t (name) where to_regclass(name) is not null`,
    [tables],
  )) as { schema: string }[];
  if (found) throw new DatabaseUnfitError('unreleased', found.schema);
}
