import { createServer, IncomingMessage } from 'node:http';
import { AddressInfo } from 'node:net';
import { endWithBench } from '../bench-process';

const accounts = Array.from({ length: Number(process.argv[2]) }, (_, index) => ({
  id: `account-${index + 1}`,
  name: `Account ${index + 1}`,
  type: 'checking',
  on_budget: true,
  closed: false,
  note: null,
  balance: 0,
  cleared_balance: 0,
  uncleared_balance: 0,
  deleted: false,
}));
const budget = { id: 'budget', name: 'Bench', currency_format: { iso_code: 'EUR' }, accounts };
const keys = new Set<string>();
let requests = 0;

interface Row {
  readonly import_id: string;
}

/** Refuses a known key, as the real one does: a second row would be counted. */
function create(rows: readonly Row[]): object {
  const duplicates = rows.filter((row) => keys.has(row.import_id)).map((row) => row.import_id);
  const taken = rows.filter((row) => !keys.has(row.import_id));
  for (const { import_id } of taken) keys.add(import_id);
  const transactions = taken.map(({ import_id }) => ({ id: `t-${import_id}`, import_id }));
  return { transactions, duplicate_import_ids: duplicates };
}

async function answerTo(request: IncomingMessage): Promise<object> {
  if (request.url === '/user') return { user: { id: 'user' } };
  if (request.method !== 'POST') return { budgets: [budget] };
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return create((JSON.parse(Buffer.concat(parts).toString()) as { transactions: Row[] }).transactions);
}

const server = createServer((request, response) => {
  void answerTo(request).then((data) => {
    requests += 1;
    process.send?.({ requests, rows: keys.size });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
endWithBench();
