import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { confirmPassword } from '../users/confirm-password';
import { ErasureJobs } from '../users/erasure/erasure-jobs';
import { readErasure } from '../users/erasure/erasure-standing';
import type { Session } from '../users/sessions';
import { forgiveAttempt } from '../users/sign-in-attempts';
import { goTo } from './answers';
import { clearSession } from './cookies';
import { SentForm } from './form.guard';
import { type Form, textOf } from './forms';
import { FormAt, PageAt } from './page-routes';
import { type Page, Pages } from './pages';
import { SignedIn, signedIn } from './session.guard';

/** Seconds until the page of an erasure that goes on is loaded again. */
const AGAIN_AFTER_S = 2;

const CONFIRMATION: Page = { title: 'Delete your account', template: 'deleteAccount' };

/** Deleting one's account, and following how far that is when nobody is signed in any more. */
@Controller()
export class ErasurePages {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ErasureJobs) private readonly erasures: ErasureJobs,
    @Inject(Pages) private readonly pages: Pages,
  ) {}

  @PageAt('account/delete')
  async confirmation(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    signedIn(request);
    return this.pages.show(request, reply, CONFIRMATION);
  }

  @FormAt('account/delete')
  async erase(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @SignedIn() session: Session,
    @SentForm() form: Form,
  ) {
    const confirmed = { password: textOf(form, 'password'), field: 'password', address: request.ip };
    try {
      await confirmPassword(this.database, session, confirmed);
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      return this.pages.show(request, reply, { ...CONFIRMATION, errors: error.detail.errors });
    }
    await forgiveAttempt(this.database, { email: session.email, address: request.ip });
    const erasure = await this.erasures.begin(session.userId);
    clearSession(reply);
    return goTo(reply, erasure ? `/erasures/${erasure.id}` : '/sign-in');
  }

  @PageAt('erasures/:id')
  async progress(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string) {
    const erasure = await readErasure(this.database, id);
    if (!erasure) throw Problem.notFound();
    const isErased = erasure.status === 'ERASED';
    if (!isErased) void reply.header('refresh', String(AGAIN_AFTER_S));
    void reply.header('cache-control', 'no-store');
    const title = isErased ? 'Your account is deleted' : 'Your account is being deleted';
    return this.pages.show(request, reply, { title, template: 'erasure', values: { erasure, isErased } });
  }
}
