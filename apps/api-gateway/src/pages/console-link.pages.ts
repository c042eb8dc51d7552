import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ConsoleLinkError, openByLink } from '../auth/sessions/console-links';
import { setSession } from '../auth/sessions/cookies';
import { isFromOwnMachine } from '../auth/sessions/own-machine';
import { originOf } from '../auth/sessions/session-origin';
import { goTo } from './answers';
import { PageController } from './page-controller';
import { PageAt } from './page-routes';

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
