import { ArgumentsHost, Catch, Inject, Injectable } from '@nestjs/common';
import { ApiErrorFilter, errorResponse, isFault, RateLimitedError } from '@tributary/http';
import { ServiceLogger } from '@tributary/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../../api-gateway.config';
import { ConsoleLinkError } from '../../sessions/console-links';
import { errorPageUrl } from '../../../documentation/error-page-url';
import { TooManyAttemptsError } from '../../sign-in/sign-in-attempts';
import { NotInvitedError } from '../../sign-up/sign-up';
import { goTo, sendHtml } from './answers';
import { ForgedFormError, UnreadableFormError } from './form.guard';
import { PAGE_HEADERS } from './page-headers';
import { Pages } from './pages';
import { renderPage } from './render';
import { SignInNeeded } from './session.guard';

interface Message {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const link = { path: '/', name: 'To the console' };

/** Sends errors of pages as a page, and all others like the API, without the cause. */
@Catch()
@Injectable()
export class PageErrorFilter extends ApiErrorFilter {
  constructor(
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
    @Inject(Pages) private readonly pages: Pages,
    @Inject(API_GATEWAY_CONFIG) config: ApiGatewayConfig,
  ) {
    super((error) => logger.failure('a request failed', error), errorPageUrl(config));
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    if (!request.routeOptions.config.isPage) return super.catch(error, host);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    this.answer(error, request, reply).catch((failure: unknown) => super.catch(failure, host));
  }

  private async answer(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (error instanceof SignInNeeded) {
      return goTo(reply, `/sign-in?return_to=${encodeURIComponent(request.url)}`);
    }
    const isGuarded = reply.hasHeader('content-security-policy');
    if (!isGuarded) void reply.headers(PAGE_HEADERS);
    if (error instanceof RateLimitedError) return answerRateLimited(error, reply);
    if (error instanceof TooManyAttemptsError) void reply.header('retry-after', String(error.retryAfterS));
    const { status, title, text } = this.messageOf(error);
    return this.pages.show(reply, { title, template: 'message', values: { text, link }, status });
  }

  private messageOf(error: unknown): Message {
    if (error instanceof TooManyAttemptsError) return tooMany(error);
    if (error instanceof NotInvitedError) return NOT_INVITED;
    if (error instanceof ConsoleLinkError) return LINK_ENDED;
    if (error instanceof ForgedFormError) return FORGED;
    if (error instanceof UnreadableFormError || isUnreadable(error)) return UNREADABLE;
    const response = errorResponse(error);
    if (isFault(response)) this.logger.failure('a page failed', error);
    if (response.status === 404) return MISSING;
    if (response.status === 413) return TOO_LARGE;
    if (response.status === 503 || response.status === 429) return { ...AWAY, status: response.status };
    return { ...BROKEN, status: response.status };
  }
}

/** A page without a form, because the limit by network is checked before cookies are read. */
async function answerRateLimited(
  { message, retryAfterS }: RateLimitedError,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('retry-after', String(retryAfterS));
  return sendHtml(
    reply,
    await renderPage('message', { title: 'Too many requests', text: message, link }),
    429,
  );
}

function tooMany({ retryAfterS }: TooManyAttemptsError): Message {
  return {
    status: 429,
    title: 'Too many attempts',
    text: `There were too many wrong passwords. Try again in ${retryAfterS} seconds.`,
  };
}

const NOT_INVITED: Message = {
  status: 403,
  title: 'By invitation only',
  text:
    'Ask whoever runs this service for an invitation. If you came with one, it was used already, has ended, or is ' +
    'for another e-mail address.',
};
const LINK_ENDED: Message = {
  status: 403,
  title: 'This link opens nothing any more',
  text:
    'It opens the console once, within ten minutes, and on the machine that printed it. Start Tributary again for a ' +
    'new one.',
};
const FORGED: Message = {
  status: 403,
  title: 'This form has expired',
  text: 'It was made for another visit of yours, or cookies are turned off. Go back, load the page again, and repeat it.',
};
const UNREADABLE: Message = {
  status: 400,
  title: 'This could not be read',
  text: 'The form did not arrive as a browser sends it.',
};
const TOO_LARGE: Message = {
  status: 413,
  title: 'This is too long',
  text: 'The form holds more than its fields allow. Go back, and shorten what you entered.',
};
const MISSING: Message = { status: 404, title: 'Not found', text: 'There is nothing here, or not for you.' };
const AWAY: Message = {
  status: 503,
  title: 'Not now',
  text: 'The service is not available. Try again soon.',
};
const BROKEN: Message = {
  status: 500,
  title: 'This did not work',
  text: 'The cause is on our side, and was noted.',
};

function isUnreadable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_REQUEST';
}
