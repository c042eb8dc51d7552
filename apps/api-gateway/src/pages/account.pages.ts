import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Mails } from '../mail/mails';
import { requireAddressTurn } from '../rate-limits/address-turn';
import { RateLimits } from '../rate-limits/rate-limits';
import { changePassword } from '../users/change-password';
import { changeUser } from '../users/change-user';
import { ENDABLE } from '../users/end-accesses';
import { readExport } from '../users/export/user-exports';
import type { Session } from '../auth/sessions/sessions';
import { normalizedEmail } from '../users/sign-in';
import { goTo } from './answers';
import { originOf } from '../auth/sessions/session-origin';
import { setSession } from '../auth/sessions/cookies';
import { SentForm } from './form.guard';
import { type Form, listOf, textOf } from './forms';
import { fieldErrors, PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { SignedIn } from './session.guard';
import { PASSWORD_HINT } from './sign-up.pages';

/** The user's own page: name and address, plan, password. */
@Controller()
export class AccountPages extends PageController {
  @Inject(Mails) private readonly mails!: Mails;
  @Inject(RateLimits) private readonly limits!: RateLimits;

  @PageAt('account')
  async account(@Res() reply: FastifyReply, @SignedIn() session: Session) {
    const { userId } = session;
    const { changed, saved } = reply.request.query as { changed?: unknown; saved?: unknown };
    const notice = changed !== undefined ? NOTICES.changed : saved !== undefined ? NOTICES.saved : null;
    const kept = await readExport(this.database, userId);
    const { values, ...shown } = page(['sessions'], session);
    return this.show(reply, { ...shown, values: { ...values, notice, kept } });
  }

  @FormAt('account/profile')
  async changeProfile(@Res() reply: FastifyReply, @SignedIn() session: Session, @SentForm() form: Form) {
    const sent = { userName: textOf(form, 'name'), email: textOf(form, 'email') };
    const isMoving = normalizedEmail(sent.email) !== session.email;
    if (isMoving) await requireAddressTurn(this.limits, reply.request.ip);
    const owner = { ...session, address: reply.request.ip };
    const confirmed = { email: sent.email, currentPassword: textOf(form, 'profile_password') || undefined };
    try {
      await changeUser({ database: this.database, mails: this.mails }, owner, {
        name: sent.userName,
        ...(isMoving ? confirmed : {}),
        ends: [],
      });
      return goTo(reply, '/account?saved');
    } catch (error) {
      const { current_password, ...errors } = fieldErrors(error);
      const renamed =
        current_password === undefined ? errors : { ...errors, profile_password: current_password };
      return this.show(reply, { ...page(['sessions'], sent), errors: renamed });
    }
  }

  @FormAt('account/password')
  async changePassword(@Res() reply: FastifyReply, @SignedIn() session: Session, @SentForm() form: Form) {
    const wanted = {
      current: textOf(form, 'current_password'),
      next: textOf(form, 'password'),
      ...originOf(reply.request),
      ends: ENDABLE.filter((one) => listOf(form, 'end').includes(one)),
    };
    try {
      setSession(reply, await changePassword(this.database, session, wanted));
      return goTo(reply, '/account?changed');
    } catch (error) {
      return this.show(reply, { ...page(wanted.ends, session), errors: fieldErrors(error) });
    }
  }
}

const NOTICES = {
  changed: 'Your password was changed.',
  saved:
    'Saved. Where this service sends mail, a new e-mail address counts once you open the link that is sent to it. One that another ' +
    'account has stays theirs.',
};

function page(ends: readonly string[], profile: Pick<Session, 'userName' | 'email'>) {
  return {
    title: 'Your account',
    template: 'account' as const,
    values: {
      passwordHint: PASSWORD_HINT,
      profile: { name: profile.userName, email: profile.email },
      end: Object.fromEntries(ENDABLE.map((one) => [one, ends.includes(one)])),
    },
  };
}
