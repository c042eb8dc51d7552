import { Controller, Inject, Req, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExportJobs } from '../users/export/export-jobs';
import { sendExport } from '../users/export/send-export';
import { openExport } from '../users/export/user-exports';
import type { Session } from '../users/sessions';
import { goTo } from './answers';
import { FormAt, PageAt } from './page-routes';
import { SignedIn } from './session.guard';

/** A copy of everything that is kept of whoever is signed in. */
@Controller()
export class ExportPages {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ExportJobs) private readonly exports: ExportJobs,
  ) {}

  @FormAt('account/export')
  async begin(@Res() reply: FastifyReply, @SignedIn() { userId }: Session) {
    await this.exports.begin(userId);
    return goTo(reply, '/account#export');
  }

  @PageAt('account/export')
  async download(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @SignedIn() { userId }: Session,
  ) {
    const kept = await openExport(this.database, userId);
    if (!kept) throw Problem.notFound();
    return sendExport(request, reply, kept);
  }
}
