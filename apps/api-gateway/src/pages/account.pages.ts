import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { changePassword } from '../users/change-password';
import { ENDABLE } from '../users/end-accesses';
import { readExport } from '../users/export/user-exports';
import type { Session } from '../users/sessions';
import { goTo } from './answers';
import { setSession } from './cookies';
import { SentForm } from './form.guard';
import { type Form, listOf, textOf } from './forms';
import { fieldErrors, PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { SignedIn } from './session.guard';
import { PASSWORD_HINT } from './sign-up.pages';

/** The user's own page: profile, plan, password. */
@Controller()
export class AccountPages extends PageController {
  @PageAt('account')
  async account(@Res() reply: FastifyReply, @SignedIn() { userId }: Session) {
    const isChanged = (reply.request.query as { changed?: unknown }).changed !== undefined;
    const notice = isChanged ? 'Your password was changed.' : null;
    const kept = await readExport(this.database, userId);
    const { values, ...shown } = page(['sessions']);
    return this.show(reply, { ...shown, values: { ...values, notice, kept } });
  }

  @FormAt('account/password')
  async changePassword(@Res() reply: FastifyReply, @SignedIn() session: Session, @SentForm() form: Form) {
    const wanted = {
      current: textOf(form, 'current_password'),
      next: textOf(form, 'password'),
      address: reply.request.ip,
      ends: ENDABLE.filter((one) => listOf(form, 'end').includes(one)),
    };
    try {
      setSession(reply, await changePassword(this.database, session, wanted));
      return goTo(reply, '/account?changed');
    } catch (error) {
      return this.show(reply, { ...page(wanted.ends), errors: fieldErrors(error) });
    }
  }
}

function page(ends: readonly string[]) {
  return {
    title: 'Your account',
    template: 'account' as const,
    values: {
      passwordHint: PASSWORD_HINT,
      end: Object.fromEntries(ENDABLE.map((one) => [one, ends.includes(one)])),
    },
  };
}
