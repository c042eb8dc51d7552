import { Tx } from '@tributary/persistence';
import { ListedIds } from '../../transactions/matching/listings';

/** What the ids of one account of a file look like. */
export interface IdShape {
  readonly repeated: boolean;
  /** All are short numbers, with the same letters before them. */
  readonly short: boolean;
  readonly named: boolean;
  readonly count: number;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** A short number, with letters before it or without. */
const SHORT = '^\\D{0,8}\\d{1,6}$';
const NUMBER = '\\d{1,6}$';

/**
 * Finds out what the bank's ids in a file are worth, and forgets those that it uses for several entries. They count rows if they
 * are short numbers that begin at one and go on without larger gaps, or that begin again within the file.
 * @returns by account of the file
 */
export async function judgeIds(tx: Tx, importId: number): Promise<Map<number, ListedIds>> {
  const shapes = await tx.query<IdShape & { readonly account: number }>(
    `with ids as (
       select account, bank_id, count(*) as rows from file_import_entries
        where import_id = $1 and bank_id is not null group by account, bank_id
     ), repeated as (
       select i.account, i.bank_id from ids i join file_import_entries e using (account, bank_id)
        where i.rows > 1 and e.import_id = $1
        group by i.account, i.bank_id having count(distinct e.entry::text) > 1
     ), forgotten as (
       update file_import_entries e set bank_id = null from repeated r
        where e.import_id = $1 and e.account = r.account and e.bank_id = r.bank_id
     )
     select account, exists (select from repeated r where r.account = i.account and r.bank_id ~ $2) as repeated,
            bool_and(bank_id ~ $2) and count(distinct substring(bank_id from '^\\D*')) = 1 as short,
            bool_and(bank_id ~ '^\\D') as named, count(*)::int as count,
            min(case when bank_id ~ $2 then substring(bank_id from $3)::int end) as lowest,
            max(case when bank_id ~ $2 then substring(bank_id from $3)::int end) as highest
       from ids i group by account`,
    [importId, SHORT, NUMBER],
  );
  return new Map(shapes.map((shape) => [shape.account, worthOf(shape)]));
}

/** Entries that were left out or could not be read leave gaps. */
const GAPS_FACTOR = 1.5;
const GAPS_MAX = 2;

/** What ids of such a shape are worth. */
export function worthOf({ repeated, short, named, count, lowest, highest }: IdShape): ListedIds {
  const isCounted =
    short && lowest !== null && lowest <= 1 && (highest ?? 0) <= count * GAPS_FACTOR + GAPS_MAX;
  if (!isCounted && !(repeated && short)) return 'identities';
  return named ? 'named counters' : 'counters';
}
