import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * From where users sign in and their tokens come, so that what is new can be told; and the audit trail's addresses
 * become networks.
 */
export class SecurityTrail1763970000082 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table known_networks (
        user_id bigint not null references users (id) on delete cascade,
        subject text not null,
        network text not null,
        first_seen_at timestamptz not null default now(),
        last_seen_at timestamptz not null default now(),
        primary key (user_id, subject, network)
      )`);
    await runner.query('create index known_networks_by_use on known_networks (last_seen_at)');
    await runner.query('create index security_events_by_time on security_events (occurred_at)');
    await runner.query(`
      update security_events e set address = network(set_masklen(kept.address, case family(kept.address) when 4 then 24 else 48 end))::text
        from (select id, regexp_replace(split_part(address, '%', 1), '^::ffff:([0-9.]+)$', '\\1')::inet as address
                from security_events where address is not null) kept
       where kept.id = e.id`);
    await runner.query(`
      insert into known_networks (user_id, subject, network, first_seen_at, last_seen_at)
      select user_id, 'sign-in', address, min(occurred_at), max(occurred_at)
        from security_events where kind in ('SIGNED_UP', 'SIGNED_IN') and address is not null
       group by user_id, address`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index security_events_by_time');
    await runner.query('drop table known_networks');
  }
}
