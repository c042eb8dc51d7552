import type { Fault } from './fault';

type Json = Record<string, unknown>;

/** Changes one row of a good JSON body, in its list; a body without rows is changed at its outermost object. */
type RowChange = (row: Json, fault: Fault, rows?: unknown[]) => void;

/** The damage of a body whose row `fault.rows` is changed so. */
export function rowDamage(change: RowChange): (body: string, fault: Fault) => string {
  return (body, fault) => {
    const document = JSON.parse(body) as unknown;
    const lists = [...listsIn(document)];
    const named = fault.lists.flatMap((name) => lists.find((list) => list.name === name) ?? []);
    const rows = (named[0] ?? lists[0])?.rows;
    const row = rows?.[fault.rows] ?? document;
    if (isObject(row)) change(row, fault, rows);
    return JSON.stringify(document);
  };
}

/** The lists of objects in a document, level by level, with the names of their members. */
function* listsIn(document: unknown): Iterable<{ name: string; rows: unknown[] }> {
  for (let level: [string, unknown][] = [['', document]]; level.length > 0;) {
    for (const [name, rows] of level) {
      if (Array.isArray(rows) && rows.length > 0 && rows.every(isObject)) yield { name, rows };
    }
    level = level.flatMap(([, value]) =>
      typeof value === 'object' && value !== null ? Object.entries(value) : [],
    );
  }
}

/** The members in which the providers' rows have their amount. */
const AMOUNTS = ['transactionAmount', 'balanceAmount', 'transaction_amount', 'balance_amount'];

export function setAmount(row: Json, { value }: Fault): void {
  const holder = AMOUNTS.map((name) => row[name]).find(isObject) ?? row;
  holder[['cash', 'balance'].find((name) => name in holder) ?? 'amount'] = value;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
