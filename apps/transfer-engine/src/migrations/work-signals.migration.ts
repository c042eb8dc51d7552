import { COMMIT_SIGNAL_FUNCTION, signalsOf, signalsOfEarlierEnds } from '@tributary/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';

/** Commits of due work wake the workers that do it. */
export class WorkSignals1764700139001 implements MigrationInterface {
  name = 'WorkSignals1764700139001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${COMMIT_SIGNAL_FUNCTION}
      ${signalsOf('transfers', 'insert or update of state, due_at, unit_id')}
      ${signalsOf('balance_writes', 'insert or update of state, due_at, unit_id')}
      ${signalsOf('destination_connections', 'update of enabled, blocked_until, sync_balances')}
      ${signalsOf('transfer_links', 'insert or update')}
      ${signalsOfEarlierEnds('dispatch_leases')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger transfers_signal on transfers;
      drop trigger balance_writes_signal on balance_writes;
      drop trigger destination_connections_signal on destination_connections;
      drop trigger transfer_links_signal on transfer_links;
      drop trigger dispatch_leases_ends_earlier on dispatch_leases;
    `);
  }
}
