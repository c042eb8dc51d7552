import type { Fault } from './fault';

type Json = Record<string, unknown>;

/** Changes one row of a good JSON body, in its list; a body without rows is changed at its outermost object. */
type RowChange = (row: Json, fault: Fault, rows?: unknown[]) => void;

/** The damage of a body whose row `fault.rows` is changed so. */
export function rowDamage(change: RowChange): (body: string, fault: Fault) => string {
  return (body, fault) => {
    const document = JSON.parse(body) as unknown;
    const rows = fault.lists.map((name) => rowsNamed(document, name)).find(Boolean) ?? firstRows(document);
    const row = rows?.[fault.rows] ?? document;
    if (isObject(row)) change(row, fault, rows);
    return JSON.stringify(document);
  };
}

/** The first list of objects that is a member of this name. */
function rowsNamed(document: unknown, name: string): unknown[] | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  for (const [member, value] of Object.entries(document)) {
    const isList = Array.isArray(value) && value.length > 0 && value.every(isObject);
    const rows = member === name && isList ? (value as unknown[]) : rowsNamed(value, name);
    if (rows) return rows;
  }
  return undefined;
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

export function setAmount(row: Json, { value }: Fault): void {
  const holder = AMOUNTS.map((name) => row[name]).find(isObject) ?? row;
  holder[['cash', 'balance'].find((name) => name in holder) ?? 'amount'] = value;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
