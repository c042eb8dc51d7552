import {
  Problem,
  RULE_PART_BYTES,
  ruleBytes,
  RULES_OF_A_PAGE_BYTES_MAX,
  SMALL_RULE_BYTES_MAX,
} from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';

/**
 * Makes a change of a user's rules, unless a page of the hundred largest would be too large for the answer of a list.
 * Small rules never are. @throws Problem (conflict)
 */
export async function whileListable<T>(
  tx: Tx,
  userId: number,
  wanted: Parameters<typeof ruleBytes>[0],
  change: () => Promise<T>,
): Promise<T> {
  if (ruleBytes(wanted) <= SMALL_RULE_BYTES_MAX) return change();
  const before = await bytesOfLargest(tx, userId);
  const changed = await change();
  const after = await bytesOfLargest(tx, userId);
  if (after <= before || after <= RULES_OF_A_PAGE_BYTES_MAX) return changed;
  throw Problem.conflict(
    `The hundred largest rules of a user have at most ${RULES_OF_A_PAGE_BYTES_MAX.toLocaleString('en-US')} bytes together: ` +
      'shorten this one, or shorten or delete another first.',
  );
}

/** As `ruleBytes` has them. */
async function bytesOfLargest(tx: Tx, userId: number): Promise<number> {
  const bytes = (text: string) => `octet_length(coalesce(to_json(${text})::text, 'null'))`;
  const [row] = await tx.query<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::integer as bytes from (
       select ${bytes('r.name')} + ${bytes('r.description')} + coalesce(sum(parts.bytes), 0) as bytes
         from rules r
         left join lateral (
           select $2::integer + ${bytes('c.value')} as bytes from rule_conditions c where c.rule_id = r.id
           union all
           select $2::integer + ${bytes('a.value')} from rule_actions a where a.rule_id = r.id
         ) as parts on true
        where r.user_id = $1 group by r.id order by bytes desc limit 100) as largest`,
    [userId, RULE_PART_BYTES],
  );
  return row?.bytes ?? 0;
}
