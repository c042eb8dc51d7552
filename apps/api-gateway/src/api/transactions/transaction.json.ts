import { Side } from './transaction-fields';
import { TransactionInclude } from './search/transaction-list';

/**
 * The SQL expression for a transaction of `transactions t` as the JSON text of REST, without its account and before any
 * redaction: the interface's types, empty optional fields left out. Postgres writes the text, which is sent unchanged,
 * because parsing and writing documents would cost half of a list's rate. `logs` is the result of the row's transfers,
 * if it is included. The enrichment is a column of its own, because it is stored without what follows from tables.
 */
export function transactionJson(side: Side, includes: ReadonlySet<TransactionInclude>): string {
  const document = side === 'raw' ? 't.raw' : 'coalesce(t.shaped, t.raw)';
  const members = [
    member('id', quoted('t.id')),
    member('financial_account_id', quoted('t.account_id')),
    member('booked', quoted(`${document}->>'booked'`)),
    member('created_at', quoted(instant('t.created_at'))),
    member('updated_at', quoted(instant('t.updated_at'))),
    ...(includes.has('changed_at') ? [member('changed_at', quoted(exactInstant('t.changed_at')))] : []),
    ...(includes.has('failed_transfers')
      ? [member('failed_transfers', quoted('logs.failed_transfers'))]
      : []),
    ...(includes.has('attempted_transfers')
      ? [member('attempted_transfers', quoted('logs.attempted_transfers'))]
      : []),
    ...(includes.has('transfer_logs') ? [member('transfer_logs', 'logs.transfer_logs::text')] : []),
  ];
  const left = includes.has('trade') ? 'booked,enriched' : 'booked,enriched,trade'; // a bank transaction has no trade
  const rest = `(${includes.has('trade') ? withPricesAsNumbers(document) : document}) - '{${left}}'::text[]`;
  return `'{' || ${members.join(` || ',' || `)} || ',' || substr((${rest})::text, 2)`;
}

/** The SQL expression for a transaction's stored enrichment. */
export function enrichedJson(side: Side): string {
  return `${side === 'raw' ? 't.raw' : 'coalesce(t.shaped, t.raw)'}->'enriched'`;
}

/** The interface has one amount that is a number: the price of a unit. */
function withPricesAsNumbers(document: string): string {
  const price = `coalesce(to_jsonb((${document} #>> '{trade,price_per_unit}')::numeric), 'null')`;
  return `case when ${document} ? 'trade' then jsonb_set(${document}, '{trade,price_per_unit}', ${price}) else ${document} end`;
}

/** SQL: ISO 8601 in UTC with milliseconds. */
export function instant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Returns SQL that formats a time with microseconds, because two neighbouring positions may differ by a microsecond.
 */
export function exactInstant(sql: string): string {
  return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

function member(name: string, sql: string): string {
  return `'"${name}":' || ${sql}`;
}

/** SQL: ids, flags, counters and times as JSON texts; they need no escape. */
function quoted(sql: string): string {
  return `'"' || (${sql}) || '"'`;
}
