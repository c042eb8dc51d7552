import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** What proxies add. Behind one, every request seems to come from its machine. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;
const LOCAL_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a browser on this machine made the request, by a name of this machine: a site elsewhere whose name leads here
 * has another one.
 */
export function isFromOwnMachine({
  socket,
  headers,
  host,
}: {
  readonly socket: Pick<FastifyRequest['socket'], 'remoteAddress'>;
  readonly headers: FastifyRequest['headers'];
  readonly host: string;
}): boolean {
  if (OF_PROXIES.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(socket.remoteAddress) && LOCAL_NAMES.includes(host.replace(/:\d+$/, '').toLowerCase());
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
