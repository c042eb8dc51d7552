import { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificates } from '../../apps/sandbox/src/receiver/certificates';
import { endWithBench } from '../bench-process';
import type { Arrivals, ReceiverRequest } from './receivers';

/**
 * Endpoints over TLS, each at a port of its own: they read what they are sent, count it by `webhook-id` and answer 204.
 * A message says that they begin again, how much to wait for, and which of them never answers.
 */
const COUNT = Number(process.argv[2] ?? 1);
/** With it, the receivers look into bodies for the transactions that the bench booked. */
const CERTIFICATES_IN = process.argv[3];

let seen = new Set<string>();
const marks = new Map<number, number>();
let arrivals = 0;
let firstAtMs = 0;
let lastAtMs = 0;
let wanted = Number.POSITIVE_INFINITY;
let hanging = -1;
let uncounted = -1;

function receive(index: number, request: IncomingMessage, response: ServerResponse): void {
  if (CERTIFICATES_IN === undefined) request.resume();
  else noteMarks(request);
  if (index === hanging) return; // read, and never answered
  request.once('end', () => {
    if (index !== uncounted) note(String(request.headers['webhook-id']));
    response.writeHead(204).end();
  });
}

function noteMarks(request: IncomingMessage): void {
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (chunk: string) => (body += chunk));
  request.once('end', () => {
    const now = Date.now();
    for (const [, number] of body.matchAll(/Purchase (\d+)/g)) {
      if (!marks.has(Number(number))) marks.set(Number(number), now);
    }
  });
}

function note(id: string): void {
  lastAtMs = Date.now();
  if (arrivals === 0) firstAtMs = lastAtMs;
  arrivals += 1;
  seen.add(id);
  if (seen.size === wanted) sendArrivals();
}

function sendArrivals(): void {
  const message: Arrivals = { arrivals, unique: seen.size, firstAtMs, lastAtMs, marks: [...marks] };
  process.send?.(message);
}

function obey({ expect, hangs, uncounted: notCounted = -1 }: ReceiverRequest): void {
  seen = new Set();
  arrivals = 0;
  wanted = expect;
  hanging = hangs;
  uncounted = notCounted;
  process.send?.('ready');
}

async function main(): Promise<void> {
  const { key, certificate: cert, caCertificate } = await certificates(CERTIFICATES_IN);
  const ports: number[] = [];
  for (let index = 0; index < COUNT; index += 1) {
    const server = createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) =>
      receive(index, request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports.push((server.address() as AddressInfo).port);
  }
  process.on('message', (message: ReceiverRequest | 'count') =>
    message === 'count' ? sendArrivals() : obey(message),
  );
  process.send?.({ ports, caCertificate });
}

endWithBench();
void main();
