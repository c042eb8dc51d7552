import { Controller, Inject, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import type { FastifyReply } from 'fastify';
import { ExportJobs } from '../users/export/export-jobs';
import { sendExport } from '../users/export/send-export';
import { openExport } from '../users/export/user-exports';
import type { Session } from '../auth/sessions/sessions';
import { goTo } from './answers';
import { PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { SignedIn } from './session.guard';

/** An export of the signed-in user's data. */
@Controller()
export class ExportPages extends PageController {
  @Inject(ExportJobs) private readonly exports!: ExportJobs;

  @FormAt('account/export')
  async begin(@Res() reply: FastifyReply, @SignedIn() { userId }: Session) {
    await this.exports.begin(userId);
    return goTo(reply, '/account#export');
  }

  @PageAt('account/export')
  async download(@Res() reply: FastifyReply, @SignedIn() { userId }: Session) {
    const kept = await openExport(this.database, userId);
    if (!kept) throw Problem.notFound();
    return sendExport(reply.request, reply, kept);
  }
}
