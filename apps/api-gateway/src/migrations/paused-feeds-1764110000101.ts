import { MigrationInterface, QueryRunner } from 'typeorm';

/** Feeds pause with the grant that they were made through; until now they ended with their token. */
export class PausedFeeds1764110000101 implements MigrationInterface {
  name = 'PausedFeeds1764110000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table feeds add column author jsonb, add column paused jsonb;
      update feeds f
         set author = jsonb_build_object(
               'grantId', case when t.grant_id is null then 'token:' || t.id else 'app:' || t.grant_id end,
               'scopes', to_jsonb(t.scopes), 'accountIds', to_jsonb(f.account_ids)),
             paused = case when t.revoked_at is not null or t.expires_at <= now() then
               jsonb_build_object('reason', 'GRANT_ENDED', 'by', t.name, 'wasOn', true, 'since',
                 to_char(coalesce(t.revoked_at, t.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
        from tokens t where t.id = f.token_id;
      insert into followed_grants (grant_id, version, user_id, scopes, account_ids, expires_at, revoked, name)
      select 'token:' || t.id, t.version, t.user_id, t.scopes, to_jsonb(t.account_ids), t.expires_at,
             t.revoked_at is not null, t.name
        from tokens t
       where t.grant_id is null and exists (select 1 from feeds f where f.token_id = t.id)
      on conflict do nothing;
      -- The release before reads it while both run; to be dropped once this release is everywhere.
      alter table feeds drop constraint feeds_token_id_fkey;
      create index feeds_grant_id on feeds ((author ->> 'grantId')) where author ->> 'grantId' is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from feeds where paused is not null;
      drop index feeds_grant_id;
      delete from feeds where token_id not in (select id from tokens);
      alter table feeds add foreign key (token_id) references tokens (id) on delete cascade,
        drop column author, drop column paused;
    `);
  }
}
