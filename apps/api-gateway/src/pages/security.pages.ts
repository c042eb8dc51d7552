import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SecurityEventKind } from '../auth/security-events';
import { SecurityEventRow } from '../users/security-event.resource';
import { SECURITY_EVENT_LIST } from '../users/security-events.reader';
import type { Session } from '../auth/sessions/sessions';
import { PageController } from './page-controller';
import { PageAt } from './page-routes';
import { SignedIn } from './session.guard';

const ROWS = 50;
const NEWEST_FIRST = [{ field: 'id', descending: true }] as const;

/** What concerned the security of the user's account, newest first. */
@Controller()
export class SecurityPages extends PageController {
  @PageAt('account/security')
  async events(@Res() reply: FastifyReply, @SignedIn() { userId }: Session) {
    const number = pageNumber((reply.request.query as { page?: unknown }).page);
    const asked = { page: { number, size: ROWS }, sorts: NEWEST_FIRST, filters: [] };
    const { rows, total } = await SECURITY_EVENT_LIST.page(this.database, asked, userId);
    const values = {
      rows: rows.map(inWords),
      newer: number > 1 ? number - 1 : null,
      older: number * ROWS < total ? number + 1 : null,
    };
    return this.show(reply, { title: 'Security', template: 'security', values });
  }
}

/** The first if the text is not a page number. */
function pageNumber(text: unknown): number {
  return typeof text === 'string' && /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : 1;
}

function inWords({ kind, name, address, occurred_at: at }: SecurityEventRow) {
  return {
    time: at.toISOString(),
    when: at.toISOString().slice(0, 16).replace('T', ' '),
    what: WHAT[kind],
    name,
    address,
  };
}

const WHAT: Readonly<Record<SecurityEventKind, string>> = {
  SIGNED_UP: 'The account was made',
  SIGN_UP_REPEATED: 'Somebody tried to use your e-mail address for another account',
  SIGNED_IN: 'Signed in',
  SIGNED_IN_FROM_NEW_ADDRESS: 'Signed in from a new network',
  SIGN_IN_FAILED: 'A sign-in with a wrong password',
  EMAIL_CHANGED: 'The e-mail address was changed',
  PASSWORD_CHANGED: 'The password was changed',
  PASSWORD_RESET: 'The operator or an administrator set a new password',
  PLAN_CHANGED: 'The operator or an administrator changed the plan',
  ROLE_CHANGED: 'An administrator changed the role',
  USER_DISABLED: 'The operator or an administrator disabled the account',
  USER_ENABLED: 'The operator or an administrator enabled the account again',
  TOKEN_CREATED: 'Token made',
  TOKEN_USED_FROM_NEW_ADDRESS: 'First use from this network',
  TOKEN_CHANGED: 'Token renamed or restricted',
  TOKEN_REVOKED: 'Token revoked',
  APP_CREATED: 'App registered',
  APP_CHANGED: 'App changed',
  APP_SECRET_ROTATED: 'New secret for the app',
  APP_DELETED: 'App deleted',
  CONSENT_GIVEN: 'App let in',
  CONSENT_CHANGED: 'Access of the app changed',
  CONSENT_ENDED: 'Access of the app came to the end that you had set',
  CONSENT_REVOKED: 'Access of the app ended',
  REFRESH_TOKEN_REUSED: 'Access of the app ended: one of its refresh tokens was used twice',
  ADMINISTERED: 'You administered this installation',
};
