import { Controller, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleLinkError, openByLink } from '../sessions/console-links';
import { setSession } from '../sessions/cookies';
import { originOf } from '../sessions/session-origin';
import { goTo } from './rendering/answers';
import { PageController } from './rendering/page-controller';
import { PageAt } from './rendering/page-routes';
import ipaddr from 'ipaddr.js';

/** The link that `npm start` prints: opens the console signed in, once, on the machine that printed it. */
@Controller()
export class ConsoleLinkPages extends PageController {
  @PageAt('console/open')
  async open(@Res() reply: FastifyReply) {
    const { request } = reply;
    const { code } = request.query as { code?: unknown };
    if (typeof code !== 'string' || !isFromOwnMachine(request)) throw new ConsoleLinkError();
    setSession(reply, await openByLink(this.database, code, originOf(request)));
    return goTo(reply, '/');
  }
}

/** Headers that proxies add. Behind a proxy, every request seems to come from the proxy's machine. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;
const LOCAL_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a browser on this machine made the request. The `Host` header must name this machine; a page of a site
 * elsewhere that resolves to this machine has its own name there.
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
