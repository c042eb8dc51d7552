import { MigrationInterface, QueryRunner } from 'typeorm';

/** Who made a feed, from the token `t` that it was made with. */
const AUTHOR = (accountIds: string): string => `jsonb_build_object(
  'grantId', case when t.grant_id is null then 'token:' || t.id else 'app:' || t.grant_id end,
  'scopes', to_jsonb(t.scopes), 'accountIds', to_jsonb(${accountIds}))`;

const FOLLOW_TOKENS = `
  insert into followed_grants (grant_id, version, user_id, scopes, account_ids, expires_at, revoked, name)
  select 'token:' || t.id, t.version, t.user_id, t.scopes, to_jsonb(t.account_ids), t.expires_at,
         t.revoked_at is not null, t.name
    from tokens t
   where t.grant_id is null`;

/**
 * Feeds pause with the grant that they were made through; until now they ended with their token. The release before goes on
 * naming the token alone while it is replaced: who made such a feed is written down as it comes.
 */
export class PausedFeeds1764110000101 implements MigrationInterface {
  name = 'PausedFeeds1764110000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table feeds drop constraint feeds_token_id_fkey, add column author jsonb, add column paused jsonb;
      update feeds f
         set author = ${AUTHOR('f.account_ids')},
             paused = case when t.revoked_at is not null or t.expires_at <= now() then
               jsonb_build_object('reason', 'GRANT_ENDED', 'by', t.name, 'wasOn', true, 'since',
                 to_char(coalesce(t.revoked_at, t.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
        from tokens t where t.id = f.token_id;
      ${FOLLOW_TOKENS} and exists (select 1 from feeds f where f.token_id = t.id) on conflict do nothing;
      create index feeds_grant_id on feeds ((author ->> 'grantId')) where author ->> 'grantId' is not null;

      create function feed_author() returns trigger language plpgsql as $author$
      begin
        select ${AUTHOR('new.account_ids')} into new.author from tokens t where t.id = new.token_id;
        ${FOLLOW_TOKENS} and t.id = new.token_id on conflict do nothing;
        return new;
      end $author$;
      create trigger feed_author before insert on feeds for each row
        when (new.author is null and new.token_id is not null) execute function feed_author();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from feeds where paused is not null or token_id not in (select id from tokens);
      drop function feed_author() cascade;
      drop index feeds_grant_id;
      alter table feeds drop column author, drop column paused,
        add foreign key (token_id) references tokens (id) on delete cascade;
    `);
  }
}
