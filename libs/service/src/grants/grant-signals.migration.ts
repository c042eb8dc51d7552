import { COMMIT_SIGNAL_FUNCTION, signalsOf } from '@tributary/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';

/** Commits of grants that end wake the worker that ends them in time. */
export class GrantSignals1764700139002 implements MigrationInterface {
  name = 'GrantSignals1764700139002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `${COMMIT_SIGNAL_FUNCTION} ${signalsOf('followed_grants', 'insert or update of expires_at')}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger followed_grants_signal on followed_grants');
  }
}
