import { COMMIT_SIGNAL_FUNCTION, signalsOf, signalsOfEarlierEnds } from '@tributary/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the signal that wakes sending instances when due deliveries are committed. */
export class WorkSignals1764700139001 implements MigrationInterface {
  name = 'WorkSignals1764700139001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${COMMIT_SIGNAL_FUNCTION}
      ${signalsOf('deliveries', 'insert or update of next_attempt_at')}
      ${signalsOf('webhook_endpoints', 'update of enabled')}
      ${signalsOf('sending_states', 'update of paused_until')}
      ${signalsOfEarlierEnds('sending_states')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger deliveries_signal on deliveries;
      drop trigger webhook_endpoints_signal on webhook_endpoints;
      drop trigger sending_states_signal on sending_states;
      drop trigger sending_states_ends_earlier on sending_states;
    `);
  }
}
