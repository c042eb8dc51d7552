import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which password and address a user has, as a number that each new one raises. Codes on their way carry the number that
 * they were made with, so that they end with the credentials that stood behind them. A trigger raises it, so that no
 * statement that sets a password or an address can forget it, that of an earlier release included. All rows begin with
 * the same number: links that were mailed before the upgrade work on.
 */
export class CredentialsVersion1764800167000 implements MigrationInterface {
  readonly name = 'CredentialsVersion1764800167000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column credentials_version bigint not null default 1');
    for (const table of ['mails', 'one_use_codes', 'oauth_artifacts']) {
      await runner.query(`alter table ${table} add column credentials_version bigint default 1`);
    }
    await runner.query(`
      create function raise_credentials_version() returns trigger language plpgsql as $$
      begin
        new.credentials_version := old.credentials_version + 1;
        return new;
      end $$`);
    await runner.query(`
      create trigger credentials_changed before update of password_hash, email on users for each row
      when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email)
      execute function raise_credentials_version()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger credentials_changed on users');
    await runner.query('drop function raise_credentials_version()');
    for (const table of ['oauth_artifacts', 'one_use_codes', 'mails', 'users']) {
      await runner.query(`alter table ${table} drop column credentials_version`);
    }
  }
}
