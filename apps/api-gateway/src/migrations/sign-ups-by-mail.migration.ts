import { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to people who have no account yet: the account begins with the link in them. */
export class SignUpsByMail1764800168000 implements MigrationInterface {
  readonly name = 'SignUpsByMail1764800168000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mails alter column user_id drop not null');
    await runner.query('create index mails_of_nobody on mails (address, created_at) where user_id is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index mails_of_nobody');
    await runner.query('delete from mails where user_id is null');
    await runner.query('alter table mails alter column user_id set not null');
  }
}
