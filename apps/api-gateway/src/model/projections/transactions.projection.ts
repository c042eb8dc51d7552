import {
  EventPayload,
  shapedDocument,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
} from '@tributary/contracts';
import { withChangePositions } from '../change-positions';
import { project, Projection } from './project';
import { ProjectedTable } from './projected-table';
import { shareUsers } from '../user-locks';

export const TRANSACTIONS: ProjectedTable = {
  name: 'transactions',
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
  },
  versionColumn: 'shaped_version',
  belongsTo: 'accounts',
};

/** Stores what was shaped, and gives each transaction its position among the changes of its user. */
export const projectTransactions: Projection<typeof TransactionShapedV1> = async (tx, events) => {
  const rows = events.flatMap(({ payload }) => transactionRows(payload));
  await shareUsers(
    tx,
    rows.map((row) => row.user_id),
  );
  await project(tx, TRANSACTIONS, await withChangePositions(tx, rows));
};

/** The rows of a message, without positions; a removed transaction keeps its id and version only. */
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
    ...(transaction.removed ? {} : contentOf(transaction)),
  }));
}

function contentOf(transaction: ShapedTransaction) {
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
  };
}

/**
 * - `NONE`: stands for itself.
 * - `PART`: a part of one that is split.
 * - `SPLIT`: its parts count instead of it.
 * - `REVIEW`: the same, and its amount is not what they add up to any more.
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

const knownDays = new Map<string, boolean>();
const KNOWN_DAYS_MAX = 20_000;

/** A day of the calendar, or null: a source's date may be invalid (2026-02-31). */
function dayOrNull(text: string | null): string | null {
  if (!text) return null;
  let isDay = knownDays.get(text);
  if (isDay === undefined) {
    const time = Date.parse(`${text}T00:00:00Z`);
    isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text > '0001';
    if (knownDays.size < KNOWN_DAYS_MAX) knownDays.set(text, isDay);
  }
  return isDay ? text : null;
}

const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

/** A point in time, or null; a time that names no zone is UTC. */
function instantOrNull(text: string): string | null {
  if (text === '') return null;
  const time = Date.parse(WITH_ZONE.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

export function textOrNull(text: string | undefined): string | null {
  return text || null;
}
