import { Paused, PausableKind } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';

/** A resource that an app or a restricted token made. */
interface MadeByAppRow {
  readonly kind: PausableKind;
  readonly id: number;
  readonly name: string;
  readonly grant_id: string | null;
  readonly paused: Paused | null;
}

const MAX = 1000;

/** All running resources that apps and restricted tokens of the user made, paused ones first. */
export function readMadeByApps(database: Queryable, userId: number): Promise<MadeByAppRow[]> {
  return database.query<MadeByAppRow>(
    `select kind, id, name, made->>'grant_id' as grant_id, nullif(made->'paused', 'null') as paused
       from (${MADE}) things
      where made->>'grant_id' is not null or jsonb_typeof(made->'paused') = 'object'
      order by made->'paused'->>'since' desc nulls last, kind, id limit ${MAX}`,
    [userId],
  );
}

const MADE = `
  select 'transfer-link' as kind, l.id, coalesce(a.document->>'custom_name', a.document->>'name', 'Account ' || a.id)
           || ' to ' || (l.document->>'destination_type') as name, l.document as made
    from transfer_links l left join accounts a on a.id::text = l.document->>'financial_account_id'
   where l.user_id = $1 and not l.deleted
  union all
  select 'rule', r.id, r.document->>'name', r.document from rules r where r.user_id = $1 and not r.deleted
  union all
  select 'bank-connection', c.id, coalesce(i.document->>'name', 'Connection ' || c.id), c.document
    from connections c left join institutions i on i.id::text = c.document->>'institution_id'
   where c.user_id = $1 and not c.deleted
  union all
  select 'destination-connection', d.id, d.document->>'name', d.document
    from destinations d where d.user_id = $1 and d.kind = 'CONNECTION' and not d.deleted
  union all
  select 'webhook', w.id, w.document->>'url', w.document from webhook_endpoints w where w.user_id = $1 and not w.deleted
  union all
  select 'feed', f.id, f.name, jsonb_build_object('grant_id', f.author->>'grantId', 'paused', f.paused - 'wasOn')
    from feeds f where f.user_id = $1`;
