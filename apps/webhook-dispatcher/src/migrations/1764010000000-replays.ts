import { MigrationInterface, QueryRunner } from 'typeorm';

/** Recoveries that an operator asks for: of what was taken too, and at a bounded rate. */
export class Replays1764010000000 implements MigrationInterface {
  name = 'Replays1764010000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table recoveries
        add column delivered_too boolean not null default false,
        -- Null: as fast as the endpoint takes them.
        add column per_second integer,
        add column next_piece_at timestamptz not null default '-infinity',
        add column sent_again bigint not null default 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table recoveries
        drop column delivered_too, drop column per_second, drop column next_piece_at, drop column sent_again;
    `);
  }
}
