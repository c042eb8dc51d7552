import { Caller, CommandPayload, CommandResult, ListUnreadRows } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { rejectedContext } from './unread-rows';
import { checkOwnAccount } from '../../accounts/chosen-accounts';

interface StoredUnreadRow {
  readonly id: number;
  readonly day: string | null;
  readonly reason: string;
  readonly fingerprint: string;
  readonly raw_sealed: string;
  readonly count: number;
  readonly first_seen_at: Date;
  readonly seen_at: Date;
}

/** Shown of a row: the answers of a page must fit into a message of the bus. */
const SHOWN_CHARS_MAX = 2 * 1024;

/** The rows of an account that are set aside. @throws Problem (not_found) where the account is not the caller's */
export async function listUnreadRows(
  tx: Tx,
  box: SecretBox,
  caller: Caller,
  { financialAccountId, page, size }: CommandPayload<typeof ListUnreadRows>,
): Promise<CommandResult<typeof ListUnreadRows>> {
  await checkOwnAccount(tx, caller, financialAccountId);
  const [total] = await tx.query<{ count: number }>(
    'select count(*)::int as count from rejected_transactions where account_id = $1',
    [financialAccountId],
  );
  const rows = await tx.query<StoredUnreadRow>(
    `select id, day::text as day, reason, fingerprint, raw_sealed, count, first_seen_at, seen_at
       from rejected_transactions where account_id = $1
      order by id desc limit $2 offset $3`,
    [financialAccountId, size, (page - 1) * size],
  );
  return {
    total: total?.count ?? 0,
    rows: rows.map(({ id, day, reason, fingerprint, raw_sealed, count, first_seen_at, seen_at }) => ({
      id,
      date: day,
      reason,
      row: shown(box.open(raw_sealed, rejectedContext(financialAccountId, fingerprint))),
      count,
      first_seen_at: first_seen_at.toISOString(),
      last_seen_at: seen_at.toISOString(),
    })),
  };
}

function shown(raw: string): string {
  return raw.length <= SHOWN_CHARS_MAX ? raw : `${raw.slice(0, SHOWN_CHARS_MAX)} …`;
}
