import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { limitedNetwork } from '../limits/networks';
import { RateLimits } from '../limits/rate-limits';
import { beginAccount, BegunSignUp, readSignUp } from '../sign-up/sign-up-by-mail';
import { goTo } from './rendering/answers';
import { SentForm } from './rendering/form.guard';
import { type Form, textOf } from './rendering/forms';
import { codeIn } from './rendering/mail-code';
import { fieldErrors, PageController } from './rendering/page-controller';
import { FormAt, PageAt } from './rendering/page-routes';
import { Page } from './rendering/pages';
import { PASSWORD_HINT } from './sign-up.pages';

const ENDED: Page = {
  title: 'This link opens nothing any more',
  template: 'message',
  values: {
    text: 'It works once, for a day. If you have made your account with it, sign in. Else ask for another one.',
    link: { path: '/sign-in', name: 'Sign in' },
  },
  status: 403,
};

/** Page behind the mailed sign-up link, where the account is created. */
@Controller()
export class BeginAccountPages extends PageController {
  @Inject(RateLimits) private readonly limits!: RateLimits;

  @PageAt('begin-account')
  async form(@Res() reply: FastifyReply) {
    const code = codeIn(reply.request);
    const begun = await readSignUp(this.database, code);
    return this.show(reply, begun ? page(begun, code, '') : ENDED);
  }

  @FormAt('begin-account')
  async begin(@Res() reply: FastifyReply, @SentForm() form: Form) {
    const address = reply.request.ip;
    await this.limits.require('mailLinks', limitedNetwork(address));
    const [code, name, password] = [textOf(form, 'code'), textOf(form, 'name'), textOf(form, 'password')];
    const displaces = textOf(form, 'displace') === 'yes';
    const { database } = this;
    const begun = await readSignUp(database, code);
    if (!begun) return this.show(reply, ENDED);
    try {
      const wanted = { code, name, password, displaces, address };
      const isMade = await beginAccount({ database, mode: this.config.signUp }, wanted);
      return isMade ? goTo(reply, '/sign-in?begun=1') : await this.show(reply, ENDED);
    } catch (error) {
      return this.show(reply, { ...page(begun, code, name), errors: fieldErrors(error) });
    }
  }
}

function page({ email, displaces }: BegunSignUp, code: string, name: string): Page {
  const values = { email, displaces, code, name, passwordHint: PASSWORD_HINT };
  return { title: 'Begin your account', template: 'beginAccount', values };
}
