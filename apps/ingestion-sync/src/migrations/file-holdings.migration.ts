import { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the positions that a broker's file states, by the index of its account; null if it states none. */
export class FileHoldings1764800168000 implements MigrationInterface {
  readonly name = 'FileHoldings1764800168000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table file_imports add column if not exists holdings jsonb not null default '[]';`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table file_imports drop column holdings;`);
  }
}
