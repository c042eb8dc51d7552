import { createServer, IncomingMessage, request as requestOf, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWithBench } from '../bench-process';
import type { BankRequest, Entry } from './bank';

/**
 * PROVIDER_A for more accounts than the sandbox has. An account whose id begins like one of the sandbox's lists what that
 * one lists, and what the bench booked there; every other request goes to the sandbox. What the sandbox answered once is
 * kept, so that the bank takes little of the machine's time.
 */
const SANDBOX = new URL(process.argv[2] ?? '');
const PREFIX_LENGTH = 24;
const OF_ACCOUNT = /^(.*\/accounts\/)([^/]+)(\/(?:balances|transactions|details)\/)(\?.*)?$/;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface OwnEntries {
  booked: readonly Entry[];
  pending: readonly Entry[];
}

let originals = new Map<string, string>();
const kept = new Map<string, Promise<Answer>>();
const entries = new Map<string, OwnEntries>();
/** When a page with the entry first left, by the entry's number. */
const sentAtMs = new Map<number, number>();

function serve(request: IncomingMessage, response: ServerResponse): void {
  const [, before = '', id = '', resource = '', query = ''] = OF_ACCOUNT.exec(request.url ?? '') ?? [];
  const original = originals.get(id.slice(0, PREFIX_LENGTH));
  if (original === undefined || original === id) return forward(request, response);
  const path = `${before}${original}${resource}${query}`;
  void answerOf(path, request)
    .then((answer) => send(response, id, resource, query, answer))
    .catch((error: unknown) => response.destroy(error as Error));
}

function send(
  response: ServerResponse,
  id: string,
  resource: string,
  query: string,
  { status, headers, text }: Answer,
): void {
  const own = entries.get(id) ?? { booked: [], pending: [] };
  response.writeHead(status, headers);
  if (status !== 200) return void response.end(text);
  if (resource === '/balances/') return void response.end(withBalance(text, own));
  const to = new URLSearchParams(query).get('date_to') ?? '9999';
  if (resource !== '/transactions/' || to < today()) return void response.end(text);
  response.end(withEntries(text, own));
  for (const { number } of [...own.booked, ...own.pending])
    if (!sentAtMs.has(number)) sentAtMs.set(number, Date.now());
}

function withEntries(text: string, own: OwnEntries): string {
  const page = JSON.parse(text) as { transactions: { booked: object[]; pending: object[] } };
  const { booked, pending } = page.transactions;
  const transactions = {
    booked: [...own.booked.map(bookedRow), ...booked],
    pending: [...own.pending.map(pendingRow), ...pending],
  };
  return JSON.stringify({ ...page, transactions });
}

interface Balance {
  readonly balanceAmount: { readonly amount: string };
  readonly balanceType: string;
}

function withBalance(text: string, own: OwnEntries): string {
  const { balances } = JSON.parse(text) as { balances: Balance[] };
  return JSON.stringify({ balances: balances.map((balance) => changed(balance, own)) });
}

function changed(balance: Balance, { booked, pending }: OwnEntries): Balance {
  const counted = balance.balanceType === 'interimAvailable' ? [...booked, ...pending] : booked;
  const cents = counted.reduce((sum, entry) => sum + entry.cents, 0);
  const amount = ((Math.round(Number(balance.balanceAmount.amount) * 100) + cents) / 100).toFixed(2);
  return { ...balance, balanceAmount: { ...balance.balanceAmount, amount } };
}

function bookedRow(entry: Entry): object {
  return { transactionId: `day-${entry.number}`, bookingDate: today(), ...rowOf(entry) };
}

function pendingRow(entry: Entry): object {
  return { valueDate: today(), ...rowOf(entry) };
}

function rowOf({ number, cents }: Entry): object {
  return {
    transactionAmount: { amount: (cents / 100).toFixed(2), currency: 'CZK' },
    creditorName: 'Kahvila',
    remittanceInformationUnstructured: `Purchase ${number}`,
  };
}

function answerOf(path: string, { headers }: IncomingMessage): Promise<Answer> {
  const known = kept.get(path);
  if (known) return known;
  const asked = fetchOnce(path, headers.authorization ?? '');
  kept.set(path, asked);
  return asked;
}

async function fetchOnce(path: string, authorization: string): Promise<Answer> {
  const answer = await fetch(new URL(path, SANDBOX.origin), { headers: { authorization } });
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => /ratelimit|^content-type$/i.test(name)),
  );
  return { status: answer.status, headers, text: await answer.text() };
}

function forward(request: IncomingMessage, response: ServerResponse): void {
  const options = { method: request.method, headers: request.headers, path: request.url };
  const onward = requestOf({ host: SANDBOX.hostname, port: SANDBOX.port, ...options }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.once('error', (error) => response.destroy(error));
  request.pipe(onward);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function obey(message: BankRequest): void {
  if (message.kind === 'originals')
    originals = new Map(message.ids.map((id) => [id.slice(0, PREFIX_LENGTH), id]));
  if (message.kind === 'list') for (const [id, own] of message.entries) entries.set(id, own);
  process.send?.(message.kind === 'pages' ? [...sentAtMs] : 'done');
}

const server = createServer({ keepAliveTimeout: 60_000 }, serve);
server.listen(0, '127.0.0.1', () => {
  process.on('message', obey);
  process.send?.({ port: (server.address() as AddressInfo).port });
});
endWithBench();
