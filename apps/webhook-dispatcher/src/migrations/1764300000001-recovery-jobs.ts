import { MigrationInterface, QueryRunner } from 'typeorm';

/** Recoveries are jobs like all others. */
export class RecoveryJobs1764300000001 implements MigrationInterface {
  name = 'RecoveryJobs1764300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into jobs (kind, key, user_id, payload, cursor, due_at)
      select 'recoveries', gen_random_uuid()::text, e.user_id,
             jsonb_build_object('endpointId', r.endpoint_id, 'since', r.since, 'until', r.until,
                                'deliveredToo', r.delivered_too, 'perSecond', r.per_second),
             jsonb_build_object('after', r.done_to, 'sentAgain', r.sent_again), r.next_piece_at
        from recoveries r join webhook_endpoints e on e.id = r.endpoint_id;
      drop table recoveries;
    `);
  }

  async down(): Promise<void> {
    throw new Error('jobs cannot be taken apart again: restore a backup of the release before');
  }
}
