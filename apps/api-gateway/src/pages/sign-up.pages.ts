import { Controller, Inject, Req, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../api-gateway.config';
import { limitedNetwork } from '../rate-limits/networks';
import { RateLimits } from '../rate-limits/rate-limits';
import { isInvitation } from '../users/invitations';
import { PASSWORD_LENGTH_MIN } from '../users/passwords';
import { requireAdmitted, signUp } from '../users/sign-up';
import { goTo } from './answers';
import { SentForm } from './form.guard';
import { type Form, textOf } from './forms';
import { FormAt, PageAt } from './page-routes';
import { Page, Pages } from './pages';
import { safeReturnTo } from './return-to';

export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters.`;

interface Shown {
  readonly email?: string;
  readonly name?: string;
  readonly invitation: string;
  readonly returnTo: string;
}

/** Making an account, for whom the operator lets in (`SIGN_UP`). */
@Controller()
export class SignUpPages {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(Pages) private readonly pages: Pages,
  ) {}

  @PageAt('sign-up')
  async form(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { invitation = '', return_to: returnTo = '' } = asked(request);
    await requireAdmitted(this.database, this.config.signUp, await isInvitation(this.database, invitation));
    return this.pages.show(request, reply, page({ invitation, returnTo: safeReturnTo(returnTo) }));
  }

  @FormAt('sign-up')
  async signUp(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @SentForm() form: Form) {
    await this.limits.require('signUps', limitedNetwork(request.ip));
    const [email, name] = [textOf(form, 'email'), textOf(form, 'name')];
    const [invitation, returnTo] = [textOf(form, 'invitation'), safeReturnTo(textOf(form, 'return_to'))];
    await this.requireTurn(invitation);
    try {
      const wanted = { email, name, password: textOf(form, 'password'), address: request.ip, invitation };
      await signUp(this.database, this.config.signUp, wanted);
      return goTo(reply, `/sign-in?signed_up=1&return_to=${encodeURIComponent(returnTo)}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      const { errors } = error.detail;
      return this.pages.show(request, reply, { ...page({ email, name, invitation, returnTo }), errors });
    }
  }

  /** Looked at before the password is hashed, which is dear; and strangers who are refused use up nothing of what all share. */
  private async requireTurn(invitation: string): Promise<void> {
    const isInvited = await isInvitation(this.database, invitation);
    await requireAdmitted(this.database, this.config.signUp, isInvited);
    if (!isInvited) await this.limits.require('allSignUps', 'all');
  }
}

function page({ returnTo, ...form }: Shown): Page {
  const values = { form, returnTo, passwordHint: PASSWORD_HINT };
  return { title: 'Make an account', template: 'signUp', values };
}

/** What the address asks for. */
function asked(request: FastifyRequest): Partial<Record<'invitation' | 'return_to', string>> {
  const query = Object.entries(request.query as Readonly<Record<string, unknown>>);
  return Object.fromEntries(query.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
