import { COMMIT_SIGNAL_FUNCTION, signalsOf, signalsOfEarlierEnds } from '@tributary/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';

/** Commits of due jobs wake the processes that run them. */
export class JobSignals1764700139000 implements MigrationInterface {
  name = 'JobSignals1764700139000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${COMMIT_SIGNAL_FUNCTION}
      ${signalsOf('jobs', 'insert or update of due_at')}
      ${signalsOfEarlierEnds('jobs')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger jobs_signal on jobs;
      drop trigger jobs_ends_earlier on jobs;
      drop function signal_commit();
    `);
  }
}
