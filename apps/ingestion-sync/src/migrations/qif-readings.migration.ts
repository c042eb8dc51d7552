import { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores how QIF files are read, as for CSV files. */
export class QifReadings1764700136000 implements MigrationInterface {
  readonly name = 'QifReadings1764700136000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table file_imports add column qif jsonb;
      alter table file_csv_readings alter column csv drop not null, add column qif jsonb;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from file_csv_readings where csv is null;
      alter table file_csv_readings drop column qif, alter column csv set not null;
      alter table file_imports drop column qif;`);
  }
}
