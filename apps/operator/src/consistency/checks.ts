/** A comparison of two schemas that must be equal when all messages are consumed. */
export interface ConsistencyCheck {
  readonly name: string;
  /**
   * SQL of the differing rows: `subject` (an id, never a name or a number of the user's) and `difference`. At most a
   * hundred are shown.
   */
  readonly sql: string;
}

const versions = (
  name: string,
  owner: string,
  copy: string,
  ownerFilter = 'true',
  copyFilter = 'true',
): ConsistencyCheck => ({
  name,
  sql: `select coalesce(o.id, c.id)::text as subject,
               case when c.id is null then 'missing' when o.id is null then 'left over'
                    else 'version ' || c.version || ' instead of ' || o.version end as difference
          from (select id, version from ${owner} where ${ownerFilter}) o
          full join (select id, version from ${copy} where ${copyFilter}) c using (id)
         where o.version is distinct from c.version`,
});

/**
 * The comparisons between the five schemas. Most compare the versions of single rows; transactions are compared by
 * their count per account, and transfers by their count per link, because there are too many rows.
 */
export const CONSISTENCY_CHECKS: readonly ConsistencyCheck[] = [
  versions(
    'accounts: ingestion-sync and the query model',
    'ingestion_sync.financial_accounts',
    'api_gateway.accounts',
    'true',
    'not deleted',
  ),
  versions(
    'connections: ingestion-sync and the query model',
    'ingestion_sync.connections',
    'api_gateway.connections',
    'true',
    'not deleted',
  ),
  versions(
    'rules: rule-engine and the query model',
    'rule_engine.rules',
    'api_gateway.rules',
    'true',
    'not deleted',
  ),
  versions(
    'links: transfer-engine and the query model',
    'transfer_engine.transfer_links',
    'api_gateway.transfer_links',
    'not deleted',
    'not deleted',
  ),
  versions(
    'links: transfer-engine and rule-engine',
    'transfer_engine.transfer_links',
    'rule_engine.transfer_links',
    'not deleted',
    'not deleted',
  ),
  versions(
    'endpoints: webhook-dispatcher and the query model',
    'webhook_dispatcher.webhook_endpoints',
    'api_gateway.webhook_endpoints',
    'true',
    'not deleted',
  ),
  {
    name: 'transactions: ingestion-sync and rule-engine',
    sql: `select account_id::text as subject,
                 coalesce(s.count, 0) || ' shaped instead of ' || coalesce(r.count, 0) as difference
            from (select account_id, count(*) from ingestion_sync.transactions where removed_at is null group by 1) r
            full join (select account_id, count(*) from rule_engine.shaped_transactions where not removed group by 1) s
                 using (account_id)
           where r.count is distinct from s.count`,
  },
  {
    name: 'transactions: rule-engine and the query model',
    sql: `select account_id::text as subject,
                 coalesce(q.count, 0) || ' instead of ' || coalesce(s.count, 0) as difference
            from (select account_id, count(*), sum(shaped_version) as versions
                    from rule_engine.shaped_transactions where not removed group by 1) s
            full join (select account_id, count(*), sum(shaped_version) as versions
                         from api_gateway.transactions where not removed group by 1) q using (account_id)
           where (s.count, s.versions) is distinct from (q.count, q.versions)`,
  },
  {
    name: 'transfers: of links that are there',
    sql: `select t.link_id::text as subject, count(*) || ' transfers of no link' as difference
            from transfer_engine.transfers t
           where not exists (select from transfer_engine.transfer_links l where l.id = t.link_id)
           group by 1`,
  },
  {
    name: 'transfers: transfer-engine and the query model',
    sql: `select coalesce(t.link_id, q.transfer_link_id)::text as subject,
                 coalesce(q.count, 0) || ' done instead of ' || coalesce(t.count, 0) as difference
            from (select link_id, count(*) from transfer_engine.transfers
                   where state in ('TRANSFERRED', 'FAILED') group by 1) t
            full join (select transfer_link_id, count(*) from api_gateway.transfers
                        where status in ('TRANSFERRED', 'FAILED') group by 1) q on q.transfer_link_id = t.link_id
           where t.count is distinct from q.count`,
  },
  {
    name: 'deliveries: of endpoints that are there',
    sql: `select d.endpoint_id::text as subject, count(*) || ' deliveries of no endpoint' as difference
            from webhook_dispatcher.deliveries d
           where not exists (select from webhook_dispatcher.webhook_endpoints e where e.id = d.endpoint_id)
             and not exists (select from webhook_dispatcher.erasures e where e.endpoint_id = d.endpoint_id)
           group by 1`,
  },
  {
    name: 'users: everything belongs to somebody',
    sql: `select user_id::text as subject, 'accounts of an unknown user' as difference
            from ingestion_sync.financial_accounts a
           where not exists (select from api_gateway.users u where u.id = a.user_id) group by 1`,
  },
];
