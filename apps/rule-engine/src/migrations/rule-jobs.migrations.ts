import { MigrationInterface, QueryRunner } from 'typeorm';

/** Reshapes and applications are jobs like all others; how far they are is kept with the job. */
export class RuleJobs1764300000001 implements MigrationInterface {
  name = 'RuleJobs1764300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into jobs (kind, key, user_id, payload, cursor, trace, created_at, due_at)
      select 'reshapes', r.account_id || ':' || coalesce(r.transfer_link_id::text, ''), a.user_id,
             jsonb_build_object('accountId', r.account_id, 'transferLinkId', r.transfer_link_id,
                                'cause', r.cause, 'transactionsTotal', r.transactions_total),
             jsonb_build_object('after', r.cursor, 'done', r.transactions_done), r.trace, r.created_at, clock_timestamp()
        from reshapes r join accounts a on a.id = r.account_id where r.finished_at is null;
      insert into jobs (kind, key, user_id, payload, cursor, trace, created_at, due_at)
      select 'rule_applications', id::text, user_id,
             jsonb_build_object('ruleId', rule_id, 'dryRun', dry_run, 'accountIds', account_ids),
             jsonb_build_object('account', account_place - 1, 'after', cursor), trace, created_at, clock_timestamp()
        from rule_applications where finished_at is null;
      drop table reshapes;
      alter table rule_applications drop column trace, drop column account_place, drop column cursor,
        drop column lease_token, drop column lease_until, drop column turn_at;
    `);
  }

  async down(): Promise<void> {
    throw new Error('jobs cannot be taken apart again: restore a backup of the release before');
  }
}

/** Cleanings are jobs like all others. */
export class CleaningJobs1764300000002 implements MigrationInterface {
  name = 'CleaningJobs1764300000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into jobs (kind, key, user_id, payload, cursor, due_at)
      select 'cleanings', account_id::text, user_id, jsonb_build_object('accountId', account_id),
             jsonb_build_object('after', cursor), due_at from cleanings
      on conflict (kind, key) do update set cursor = excluded.cursor, due_at = excluded.due_at, state = 'OPEN',
        finished_at = null;
      drop table cleanings;
    `);
  }

  async down(): Promise<void> {
    throw new Error('jobs cannot be taken apart again: restore a backup of the release before');
  }
}

export const RULE_JOBS_MIGRATIONS = [RuleJobs1764300000001, CleaningJobs1764300000002];
