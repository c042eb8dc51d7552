import { MigrationInterface, QueryRunner } from 'typeorm';

/** Where transfers went and how the rows are there; drift checks and what they found. */
export class TransferHistory1763940000061 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transfers add column destination_state text;
      alter table transfer_logs add column destination_type text, add column destination_id bigint;
      create index transfer_logs_by_user on transfer_logs (user_id, id);

      create table drift_checks (
        id bigint primary key,
        version bigint not null,
        user_id bigint not null,
        account_id bigint not null,
        transfer_link_id bigint not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        document jsonb not null
      );
      create index drift_checks_by_link on drift_checks (user_id, transfer_link_id, id);
      create table drift_differences (
        check_id bigint not null,
        place integer not null,
        user_id bigint not null,
        account_id bigint not null,
        kind text not null,
        transaction_id bigint,
        destination_transaction_id text,
        fields jsonb not null,
        sent jsonb,
        held jsonb,
        primary key (check_id, place)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table drift_differences, drift_checks;
      drop index transfer_logs_by_user;
      alter table transfer_logs drop column destination_id, drop column destination_type;
      alter table transfers drop column destination_state;
    `);
  }
}
