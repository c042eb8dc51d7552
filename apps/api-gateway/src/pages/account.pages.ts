import { Controller, Inject, Req, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changePassword } from '../users/change-password';
import { ENDABLE } from '../users/end-accesses';
import { readExport } from '../users/export/user-exports';
import type { Session } from '../users/sessions';
import { goTo } from './answers';
import { setSession } from './cookies';
import { SentForm } from './form.guard';
import { type Form, listOf, textOf } from './forms';
import { FormAt, PageAt } from './page-routes';
import { Pages } from './pages';
import { SignedIn } from './session.guard';
import { PASSWORD_HINT } from './sign-up.pages';

/** The user's own page: profile, plan, password. */
@Controller()
export class AccountPages {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Pages) private readonly pages: Pages,
  ) {}

  @PageAt('account')
  async account(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @SignedIn() { userId }: Session) {
    const isChanged = (request.query as { changed?: unknown }).changed !== undefined;
    const notice = isChanged ? 'Your password was changed.' : null;
    const kept = await readExport(this.database, userId);
    const { values, ...shown } = page(['sessions']);
    return this.pages.show(request, reply, { ...shown, values: { ...values, notice, kept } });
  }

  @FormAt('account/password')
  async changePassword(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @SignedIn() session: Session,
    @SentForm() form: Form,
  ) {
    const wanted = {
      current: textOf(form, 'current_password'),
      next: textOf(form, 'password'),
      address: request.ip,
      ends: ENDABLE.filter((one) => listOf(form, 'end').includes(one)),
    };
    try {
      setSession(reply, await changePassword(this.database, session, wanted));
      return goTo(reply, '/account?changed');
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      return this.pages.show(request, reply, { ...page(wanted.ends), errors: error.detail.errors });
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
