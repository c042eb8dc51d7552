import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ConsoleLinkError, openByLink } from '../sessions/console-links';
import { setSession } from '../sessions/cookies';
import { isFromOwnMachine } from '../sessions/own-machine';
import { originOf } from '../sessions/session-origin';
import { goTo } from './rendering/answers';
import { PageController } from './rendering/page-controller';
import { PageAt } from './rendering/page-routes';

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
