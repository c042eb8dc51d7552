import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { setSession } from '../sessions/cookies';
import { originOf } from '../sessions/session-origin';
import { Mails } from '../mail/mails';
import { limitedNetwork } from '../limits/networks';
import { RateLimits } from '../limits/rate-limits';
import { hasNoAdministrator } from '../users/administrators';
import { FIRST_RUN_PATH, firstRunPath, makeFirstUser } from '../sign-up/first-run';
import { goTo } from './rendering/answers';
import { SentForm } from './rendering/form.guard';
import { type Form, textOf } from './rendering/forms';
import { fieldErrors, PageController } from './rendering/page-controller';
import { FormAt, PageAt } from './rendering/page-routes';
import { Page } from './rendering/pages';
import { PASSWORD_HINT } from './sign-up.pages';

/** Makes the first user of an installation, who is its administrator, with the code that the terminal shows. */
@Controller()
export class FirstRunPages extends PageController {
  @Inject(RateLimits) private readonly limits!: RateLimits;
  @Inject(Mails) private readonly mails!: Mails;

  @PageAt('first-run')
  async form(@Res() reply: FastifyReply) {
    const path = (await firstRunPath(this.database, this.config.signUp)) ?? '/';
    if (path !== FIRST_RUN_PATH) return goTo(reply, path);
    return this.show(reply, page({ name: '', email: '' }));
  }

  @FormAt('first-run')
  async make(@Res() reply: FastifyReply, @SentForm() form: Form) {
    if (!(await hasNoAdministrator(this.database))) return goTo(reply, '/');
    // Guesses of the code count as attempts to sign up, before a password is hashed, which is expensive.
    await this.limits.require('signUps', limitedNetwork(reply.request.ip));
    await this.limits.require('allSignUps', 'all');
    const [name, email] = [textOf(form, 'name'), textOf(form, 'email')];
    const [code, password] = [textOf(form, 'code'), textOf(form, 'password')];
    try {
      const wanted = { name, email, code, password, ...originOf(reply.request) };
      setSession(reply, await makeFirstUser({ database: this.database, mails: this.mails }, wanted));
      return goTo(reply, '/welcome');
    } catch (error) {
      return this.show(reply, { ...page({ name, email }), errors: fieldErrors(error) });
    }
  }
}

function page(form: { readonly name: string; readonly email: string }): Page {
  const values = { form, passwordHint: PASSWORD_HINT };
  return { title: 'Welcome to Tributary', template: 'firstRun', values };
}
