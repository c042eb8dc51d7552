import {
  EventPayload,
  shapedDocument,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
} from '@tributary/contracts';
import { isDay } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { withChangePositions } from '../change-positions';
import { reservationSql } from '../stores/change-clocks.store';
import { project, Projection } from './project';
import { ProjectedTable } from './projected-table';
import { shareUsers } from '../user-locks';

export const TRANSACTIONS: ProjectedTable = {
  table: 'transactions',
  key: ['user_id', 'id'],
  columns: {
    user_id: 'bigint',
    id: 'bigint',
    account_id: 'bigint',
    shaped_version: 'bigint',
    removed: 'boolean',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    changed_at: 'timestamptz',
    booked: 'boolean',
    currency: 'text',
    amount: 'numeric',
    booking_date: 'date',
    booking_datetime: 'timestamptz',
    value_date: 'date',
    value_datetime: 'timestamptz',
    quotation_date: 'text',
    mapped_date: 'date',
    raw: 'jsonb',
    shaped: 'jsonb',
    split: 'text',
    under_review: 'boolean',
    category_id: 'bigint',
    tag_keys: 'text[]',
  },
  versionColumn: 'shaped_version',
  belongsTo: 'accounts',
};

/** Stores shaped transactions, and gives each its position among the changes of its user. */
export const projectTransactions: Projection<typeof TransactionShapedV1> = async (tx, events) => {
  const rows = events.flatMap(({ payload }) => transactionRows(payload));
  await shareUsers(
    tx,
    rows.map((row) => row.user_id),
  );
  await project(tx, TRANSACTIONS, await withChangePositions(tx, rows));
};

/** The rows of a message, without positions. The row of a removed transaction has only its id and version. */
export function transactionRows(payload: EventPayload<typeof TransactionShapedV1>) {
  const { financialAccountId, userId, transactions } = payload;
  return transactions.map((transaction) => ({
    user_id: userId,
    id: transaction.id,
    account_id: financialAccountId,
    shaped_version: transaction.shapedVersion,
    removed: transaction.removed,
    created_at: transaction.createdAt,
    updated_at: transaction.updatedAt,
    under_review: !transaction.removed && transaction.raw.under_review === true,
    ...(transaction.removed ? {} : contentOf(transaction, userId)),
  }));
}

function contentOf(transaction: ShapedTransaction, userId: number) {
  const document = shapedDocument(transaction);
  return {
    booked: document.booked,
    currency: document.currency,
    amount: document.amount,
    booking_date: dayOrNull(document.booking_date),
    booking_datetime: instantOrNull(document.booking_datetime),
    value_date: dayOrNull(document.value_date),
    value_datetime: instantOrNull(document.value_datetime),
    quotation_date: textOrNull(document.currency_exchange?.quotation_date),
    mapped_date: dayOrNull(document.mapped_fields.date),
    raw: transaction.raw,
    shaped: transaction.shaped,
    split: splitKind(transaction.raw),
    category_id: document.category_id ?? null,
    tag_keys: document.tags?.map((tag) => tagKey(userId, tag)) ?? null,
  };
}

/** A tag as the index by tags has it: without regard to case, and different for each user. */
export function tagKey(userId: number, tag: string): string {
  return `${userId}:${tag.toLowerCase()}`;
}

/**
 * - `NONE`: an ordinary transaction.
 * - `PART`: a part of a split transaction.
 * - `SPLIT`: its parts count instead of it.
 * - `REVIEW`: the same, and its amount no longer equals the sum of its parts.
 */
export const SPLIT_KINDS = ['NONE', 'PART', 'SPLIT', 'REVIEW'] as const;
export type SplitKind = (typeof SPLIT_KINDS)[number];

function splitKind({ split, split_of: whole }: TransactionDocument): SplitKind {
  if (split === undefined) return whole === undefined ? 'NONE' : 'PART';
  switch (split.status) {
    case 'CONFIRMED':
      return 'SPLIT';
    case 'NEEDS_REVIEW':
      return 'REVIEW';
  }
}

/** A source's date may be invalid (2026-02-31). */
function dayOrNull(text: string | null): string | null {
  return isDay(text) ? text : null;
}

const STARTS_WITH_DAY = /^\d{4}-\d{2}-\d{2}/;
const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

/** A point in time, or null, as for 31 February; a time that names no zone is UTC. */
function instantOrNull(text: string): string | null {
  if (text === '' || (STARTS_WITH_DAY.test(text) && !isDay(dayPart(text)))) return null;
  const time = Date.parse(WITH_ZONE.test(text) ? text : `${text}Z`);
  if (Number.isNaN(time)) return null;
  const instant = new Date(time).toISOString();
  return isDay(dayPart(instant)) ? instant : null; // PostgreSQL has no year 0, and years of five digits are not shown
}

function dayPart(text: string): string {
  return text.slice(0, 10);
}

export function textOrNull(text: string | undefined): string | null {
  return text || null;
}

const KEPT = new Set([...TRANSACTIONS.key, 'account_id', 'shaped_version', 'created_at']);
/** Columns of what people chose beside edits, of which ingestion's documents say nothing. */
const CHOSEN = new Set(['category_id', 'tag_keys']);
const CHANGED = Object.keys(TRANSACTIONS.columns).filter((name) => !KEPT.has(name) && !CHOSEN.has(name));
const RAW = 'with_choices_of(t.raw, r.raw)';
const OVERWRITE = `
  update transactions t set ${CHANGED.map((name) => `${name} = ${name === 'raw' ? RAW : `r.${name}`}`).join(', ')}
    from jsonb_to_recordset($1::jsonb)
      as r(${Object.entries(TRANSACTIONS.columns)
        .map(([name, type]) => `${name} ${type}`)
        .join(', ')})
   where t.user_id = r.user_id and t.id = r.id and t.updated_at <= r.updated_at
     and (t.raw is distinct from ${RAW} or t.removed is distinct from r.removed)`;
const REMOVE = `
  update transactions t set removed = true, changed_at = r.changed_at
    from jsonb_to_recordset($1::jsonb) as r(user_id bigint, id bigint, changed_at timestamptz)
   where t.user_id = r.user_id and t.id = r.id`;

/**
 * Replaces rows that are no newer and differ, whatever their version. Category, note and tags that the user chose stay:
 * ingestion does not know them.
 */
export async function overwriteTransactions(tx: Tx, rows: readonly object[]): Promise<void> {
  await tx.execute(OVERWRITE, [JSON.stringify(rows)]);
}

/** Marks the rows of `user_id` and `id` as removed, at their `changed_at`. */
export async function removeTransactions(tx: Tx, rows: readonly object[]): Promise<void> {
  await tx.execute(REMOVE, [JSON.stringify(rows)]);
}

/**
 * Position of a row that differs from the present model's: the swap replaces it by a position later than all that were
 * read before.
 */
export const NOT_YET = 'infinity';

interface Positioned {
  readonly user_id: number;
  readonly id: number;
  readonly changed_at: string;
}

/** Positions of the rows that the present model has exactly as they are replayed. The search path names the next model first. */
export async function presentPositions(tx: Tx, rows: readonly object[]): Promise<Map<string, string>> {
  const [present] = await tx.query<{ schema: string }>(
    'select quote_ident((current_schemas(false))[2]) as schema',
  );
  if (!present) throw new Error('the search path names no present model');
  const found = await tx.query<Positioned>(presentSql(present.schema), [JSON.stringify(rows)]);
  return new Map(found.map(({ user_id, id, changed_at }) => [`${user_id}/${id}`, changed_at]));
}

function presentSql(schema: string): string {
  const compared = Object.entries(TRANSACTIONS.columns).filter(([name]) => name !== 'changed_at');
  const of = (alias: string) => compared.map(([name]) => `${alias}.${name}`).join(', ');
  return `select t.user_id, t.id, t.changed_at::text as changed_at
    from jsonb_to_recordset($1::jsonb) as r(${compared.map(([name, type]) => `${name} ${type}`).join(', ')})
    join ${schema}.transactions t on t.user_id = r.user_id and t.id = r.id
   where (${of('t')}) is not distinct from (${of('r')})`;
}

/** Gives rows of the next model that lack a position a new one. The caller has blocked other writers. */
export async function positionReplayed(tx: Tx, next: string): Promise<void> {
  const counts = 'select user_id, count(*) as reserved from late group by user_id';
  await tx.execute(
    `with late as materialized (
       select user_id, id, row_number() over (partition by user_id order by id) as number
         from ${next}.transactions where changed_at = '${NOT_YET}'),
     clocks as (
       ${reservationSql(counts)} returning user_id, reserved_until - reserved * interval '1 microsecond' as before)
     update ${next}.transactions t set changed_at = clocks.before + late.number * interval '1 microsecond'
       from late join clocks on clocks.user_id = late.user_id
      where t.user_id = late.user_id and t.id = late.id`,
    [],
  );
}
