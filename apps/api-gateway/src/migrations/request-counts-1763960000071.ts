import { MigrationInterface, QueryRunner } from 'typeorm';

/** How many requests each token and address made in the present minute. Unlogged: a crash may forget a minute. */
export class RequestCounts1763960000071 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table request_counts (
        subject text not null,
        time_window bigint not null,
        taken bigint not null,
        primary key (subject, time_window)
      );
      create index request_counts_time_window on request_counts (time_window);
      alter table request_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table request_counts');
  }
}
