import { COMMIT_SIGNAL_FUNCTION, signalsOf } from '@tributary/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';

/** Wakes the worker that ends grants, at commits of grants that have an end. */
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
