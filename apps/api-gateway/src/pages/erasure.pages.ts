import { Controller, Inject, Param, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import type { FastifyReply } from 'fastify';
import { confirmPassword } from '../users/confirm-password';
import { ErasureJobs } from '../users/erasure/erasure-jobs';
import { readErasure } from '../users/erasure/erasure-status';
import type { Session } from '../auth/sessions/sessions';
import { forgiveAttempt } from '../users/sign-in-attempts';
import { goTo } from './answers';
import { clearSession } from '../auth/sessions/cookies';
import { SentForm } from './form.guard';
import { type Form, textOf } from './forms';
import { fieldErrors, PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { type Page } from './pages';
import { SignedIn, signedIn } from './session.guard';

/** Seconds until the page of a running erasure reloads. */
const AGAIN_AFTER_S = 2;

const CONFIRMATION: Page = { title: 'Delete your account', template: 'deleteAccount' };

/** Deleting one's account, and following its progress without being signed in. */
@Controller()
export class ErasurePages extends PageController {
  @Inject(ErasureJobs) private readonly erasures!: ErasureJobs;

  @PageAt('account/delete')
  async confirmation(@Res() reply: FastifyReply) {
    signedIn(reply.request);
    return this.show(reply, CONFIRMATION);
  }

  @FormAt('account/delete')
  async erase(@Res() reply: FastifyReply, @SignedIn() session: Session, @SentForm() form: Form) {
    const confirmed = { password: textOf(form, 'password'), field: 'password', address: reply.request.ip };
    try {
      await confirmPassword(this.database, session, confirmed);
    } catch (error) {
      return this.show(reply, { ...CONFIRMATION, errors: fieldErrors(error) });
    }
    await forgiveAttempt(this.database, { email: session.email, address: reply.request.ip });
    const erasure = await this.erasures.begin(session.userId);
    clearSession(reply);
    return goTo(reply, erasure ? `/erasures/${erasure.id}` : '/sign-in');
  }

  @PageAt('erasures/:id')
  async progress(@Res() reply: FastifyReply, @Param('id') id: string) {
    const erasure = await readErasure(this.database, id);
    if (!erasure) throw Problem.notFound();
    const isErased = erasure.status === 'ERASED';
    if (!isErased) void reply.header('refresh', String(AGAIN_AFTER_S));
    void reply.header('cache-control', 'no-store');
    const title = isErased ? 'Your account is deleted' : 'Your account is being deleted';
    return this.show(reply, { title, template: 'erasure', values: { erasure, isErased } });
  }
}
