import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores a message's content once for all endpoints that see it, apart from the deliveries, whose rows are rewritten
 * with every attempt. Earlier deliveries retain their `body`.
 */
export class SharedContents1764900000001 implements MigrationInterface {
  name = 'SharedContents1764900000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Messages without their ids, which are their deliveries'.
      create table delivery_contents (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        content text not null,
        created_at timestamptz not null default now()
      );
      create index delivery_contents_created_at on delivery_contents using brin (created_at);
      alter table deliveries alter column body drop not null, add column content_id bigint;
      create index deliveries_content_id on deliveries (content_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update deliveries d
         set body = '{"id":' || to_json(d.message_id) || ',' || substr(c.content, 2)
        from delivery_contents c where c.id = d.content_id;
      alter table deliveries drop column content_id, alter column body set not null;
      drop table delivery_contents;
    `);
  }
}
