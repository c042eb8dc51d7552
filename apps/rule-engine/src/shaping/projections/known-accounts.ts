import { Tx } from '@tributary/persistence';
import { AccountFacts } from '../../evaluation/documents/facts';

/** What this service knows of an account; a deleted one stays, as a tombstone. */
export interface KnownAccount {
  readonly id: number;
  readonly userId: number;
  readonly version: number;
  readonly deleted: boolean;
  /** What rules may know of it. */
  readonly facts: AccountFacts;
}

/** Keeps the newest of what was said of each account; returns the ids of those that were newer. */
export async function saveAccounts(tx: Tx, accounts: readonly KnownAccount[]): Promise<number[]> {
  const latest = new Map<number, KnownAccount>();
  for (const { id, userId, version, deleted, facts } of accounts) {
    if (version > (latest.get(id)?.version ?? 0)) latest.set(id, { id, userId, version, deleted, facts });
  }
  const saved = await tx.query<{ id: number }>(
    `insert into accounts (id, user_id, version, deleted, facts)
     select id, "userId", version, deleted, facts
       from json_to_recordset($1::json)
            as row(id bigint, "userId" bigint, version integer, deleted boolean, facts json)
      order by id
     on conflict (id) do update
        set user_id = excluded.user_id, version = excluded.version, deleted = excluded.deleted,
            facts = excluded.facts
      where excluded.version > accounts.version
     returning id`,
    [JSON.stringify([...latest.values()])],
  );
  return saved.map(({ id }) => id);
}
