import { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose account wrong passwords from known networks were for, so that all of them can be forgotten. */
export class SignInFailuresByAccount1764030000135 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sign_in_failures add column account bytea');
    await runner.query(
      'create index sign_in_failures_by_account on sign_in_failures (account) where account is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sign_in_failures drop column account');
  }
}
