import { MigrationInterface, QueryRunner } from 'typeorm';

/** Day rates of currencies, as ingestion-sync publishes them. */
export class ExchangeRates1764900200000 implements MigrationInterface {
  readonly name = 'ExchangeRates1764900200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table exchange_rates (
        day date primary key,
        version bigint not null,
        source text not null,
        rates jsonb not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table exchange_rates');
  }
}
