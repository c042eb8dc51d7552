import { Paused, PausableKind } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { ENDPOINTS_AS_MADE } from '../../model/stores/webhooks.store';
import { CONNECTIONS_AS_MADE } from '../../model/stores/accounts.store';
import { DESTINATION_CONNECTIONS_AS_MADE, LINKS_AS_MADE } from '../../model/stores/transfers.store';
import { FEEDS_AS_MADE } from '../destinations/feed/feeds.store';
import { RULES_AS_MADE } from '../included/rules.store';

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

/** SQL: resources that apps make, each kind from its own store: `kind`, `id`, `name` and the document as `made`. */
const MADE = [
  LINKS_AS_MADE,
  RULES_AS_MADE,
  CONNECTIONS_AS_MADE,
  DESTINATION_CONNECTIONS_AS_MADE,
  ENDPOINTS_AS_MADE,
  FEEDS_AS_MADE,
].join(' union all ');
