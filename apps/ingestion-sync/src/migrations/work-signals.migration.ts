import { COMMIT_SIGNAL_FUNCTION, signalsOf } from '@tributary/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the signals that wake workers when due work is committed. */
export class WorkSignals1764700139001 implements MigrationInterface {
  name = 'WorkSignals1764700139001';

  async up(runner: QueryRunner): Promise<void> {
    const due = 'next_sync_at, enrichment_due_at, enabled, covered';
    await runner.query(`
      ${COMMIT_SIGNAL_FUNCTION}
      ${signalsOf('financial_accounts', `insert or update of ${due}`)}
      ${signalsOf('connections', 'update of enabled, paused, status')}
      ${signalsOf('provider_keys', 'insert or update or delete')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger financial_accounts_signal on financial_accounts;
      drop trigger connections_signal on connections;
      drop trigger provider_keys_signal on provider_keys;
    `);
  }
}
