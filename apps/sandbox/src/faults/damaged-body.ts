import type { Fault } from './fault';

type Json = Record<string, unknown>;

const NOT_JSON = '<html><body><h1>Bad gateway</h1></body></html>';

/** What is sent instead of a good JSON body. A body without rows is damaged at its outermost object. */
export function damagedBody(fault: Fault, body: string): string {
  switch (fault.kind) {
    case 'not_json':
      return NOT_JSON;
    case 'missing_field':
      return changed(body, fault.rows, (row) => delete row[fault.field]);
    case 'bad_amount':
      return changed(body, fault.rows, (row) => setAmount(row, fault.value));
    case 'repeat_id':
      return changed(body, fault.rows, (row, rows) => rows?.push({ ...row }));
    case 'replace_row':
      return changed(body, fault.rows, (row, rows) =>
        rows?.splice(rows.indexOf(row), 1, JSON.parse(fault.value) as unknown),
      );
    case 'reverse_rows':
      return changed(body, 0, (_row, rows) => rows?.reverse());
    case 'status':
    case 'timeout':
    case 'drop':
    case 'drop_after_accept':
    case 'timeout_after_accept':
    case 'slow':
    case 'truncate':
    case 'no_rate_headers':
    case 'accept_part':
      return body;
    default: {
      const unknown: never = fault.kind;
      return unknown;
    }
  }
}

function changed(body: string, place: number, change: (row: Json, rows?: unknown[]) => void): string {
  const document = JSON.parse(body) as unknown;
  const rows = firstRows(document);
  const row = rows?.[place] ?? document;
  if (isObject(row)) change(row, rows);
  return JSON.stringify(document);
}

/** The first list of objects, looked for level by level. */
function firstRows(document: unknown): unknown[] | undefined {
  for (let level: unknown[] = [document]; level.length > 0;) {
    const rows = level.find(
      (value): value is unknown[] => Array.isArray(value) && value.length > 0 && value.every(isObject),
    );
    if (rows) return rows;
    level = level.filter(isObject).flatMap((value) => Object.values(value));
  }
  return undefined;
}

/** Where rows of the providers have their amount. */
const AMOUNTS = ['transactionAmount', 'balanceAmount', 'transaction_amount', 'balance_amount'];

function setAmount(row: Json, value: string): void {
  const holder = AMOUNTS.map((name) => row[name]).find(isObject) ?? row;
  holder['cash' in holder ? 'cash' : 'amount'] = value;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
