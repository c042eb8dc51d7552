import { MigrationInterface, QueryRunner } from 'typeorm';

/** Day rates of currencies as they were published, their former values where they were corrected, and when the feed is due. */
export class ExchangeRates1764900200000 implements MigrationInterface {
  name = 'ExchangeRates1764900200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists exchange_rate_days (
        id bigint generated always as identity primary key,
        day date not null unique,
        source text not null,
        version bigint not null default 1,
        rates jsonb not null,
        updated_at timestamptz not null default now()
      );
      create table if not exists exchange_rate_corrections (
        day date not null,
        version bigint not null,
        rates jsonb not null,
        replaced_at timestamptz not null default now(),
        primary key (day, version)
      );
      create table if not exists exchange_rate_feeds (
        source text primary key,
        next_read_at timestamptz not null default now(),
        read_at timestamptz
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table exchange_rate_feeds, exchange_rate_corrections, exchange_rate_days');
  }
}
