import { errorResponse, isFault, RateLimitedError } from '@tributary/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TooManyAttemptsError } from '../users/sign-in-attempts';
import { NotInvitedError } from '../users/sign-up';
import { PAGE_HEADERS } from './page-headers';
import { goTo, PagesContext, sendHtml, SignInNeeded } from './pages-context';
import { renderPage } from './render';
import { showPage } from './show-page';

interface Told {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

/** Answers what went wrong on a page as a page; the cause stays inside. */
export async function answerPageError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  context: PagesContext,
): Promise<FastifyReply> {
  if (error instanceof SignInNeeded) {
    return goTo(reply, `/sign-in?return_to=${encodeURIComponent(request.url)}`);
  }
  if (error instanceof RateLimitedError) return answerRateLimited(error, reply);
  if (error instanceof TooManyAttemptsError) void reply.header('retry-after', String(error.retryAfterS));
  const { status, title, text } = told(error, context);
  const link = { path: '/account', name: 'To your account' };
  return showPage(request, reply, { title, template: 'message', values: { text, link }, status });
}

/** A page without a form: the limit by network is looked at before cookies are read. */
async function answerRateLimited(
  { message, retryAfterS }: RateLimitedError,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.headers({ ...PAGE_HEADERS, 'retry-after': String(retryAfterS) });
  const values = {
    title: 'Too many requests',
    text: message,
    link: { path: '/account', name: 'To your account' },
  };
  return sendHtml(reply, await renderPage('message', values), 429);
}

function told(error: unknown, { onFault }: PagesContext): Told {
  if (error instanceof TooManyAttemptsError) return tooMany(error);
  if (error instanceof NotInvitedError) return NOT_INVITED;
  if (codeOf(error).startsWith('FST_CSRF')) return FORGED;
  if (codeOf(error).startsWith('FST_ERR_CTP') || codeOf(error) === 'FST_ERR_BAD_REQUEST') return UNREADABLE;
  const response = errorResponse(error);
  if (isFault(response)) onFault(error);
  if (response.status === 404) return MISSING;
  if (response.status === 503 || response.status === 429) return { ...AWAY, status: response.status };
  return { ...BROKEN, status: response.status };
}

function tooMany({ retryAfterS }: TooManyAttemptsError): Told {
  return {
    status: 429,
    title: 'Too many attempts',
    text: `There were too many wrong passwords. Try again in ${retryAfterS} seconds.`,
  };
}

const NOT_INVITED: Told = {
  status: 403,
  title: 'By invitation only',
  text:
    'Ask whoever runs this service for an invitation. If you came with one, it was used already, has ended, or is ' +
    'for another e-mail address.',
};
const FORGED: Told = {
  status: 403,
  title: 'This form has expired',
  text: 'It was made for another visit of yours, or cookies are turned off. Go back, load the page again, and repeat it.',
};
const UNREADABLE: Told = {
  status: 400,
  title: 'This could not be read',
  text: 'The form did not arrive as a browser sends it.',
};
const MISSING: Told = { status: 404, title: 'Not found', text: 'There is nothing here, or not for you.' };
const AWAY: Told = { status: 503, title: 'Not now', text: 'The service is not available. Try again soon.' };
const BROKEN: Told = {
  status: 500,
  title: 'This did not work',
  text: 'The cause is on our side, and was noted.',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
