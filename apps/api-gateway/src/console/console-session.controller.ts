import { Controller, Get, Inject, Req, Res, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SCOPES_METADATA } from '../identity/access/scopes.guard';
import { CsrfTokens } from '../identity/sessions/csrf-tokens';
import { SessionAccess } from '../identity/access/session-access';

/** Shows the console who is signed in. The route is no part of the API: programs have tokens. */
@ApiExcludeController()
@Controller('console/session')
export class ConsoleSessionController {
  constructor(
    @Inject(SessionAccess) private readonly sessions: SessionAccess,
    @Inject(CsrfTokens) private readonly csrfTokens: CsrfTokens,
  ) {}

  @Get()
  @SetMetadata(SCOPES_METADATA, []) // a session instead of a token
  async show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const session = await this.sessions.sessionOf(request);
    const { userId, userName: name, email, role } = session;
    return {
      user: { id: String(userId), name, email, role },
      csrf_token: this.csrfTokens.create(request, reply, session),
    };
  }
}
