import { Body, Controller, Delete, Get, Inject, Ip, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed, dataOf, done, ErrorMessage, RateLimitedError, UnauthenticatedError } from '@tributary/http';
import { Database, Queryable } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { User } from '../../identity/users/user.entity';
import { findUser } from '../../identity/users/users.store';
import { Mails } from '../../identity/mail/mails';
import { ErasureJobs } from '../../identity/erasure/erasure-jobs';
import { UserErasure } from '../user-erasures/user-erasure.schema';
import { Claimed } from '../../rest/idempotency/idempotency.interceptor';
import type { Claim } from '../../rest/idempotency/kept-answers';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { requireAddressTurn } from '../../identity/limits/rate-limits';
import { RateLimits } from '../../identity/limits/rate-limits';
import { ChangeUserBody, DeleteUserBody } from './user.bodies';
import { changeUser } from '../../identity/profile/change-user';
import { requireOwner } from '../../identity/sign-in/confirm-password';
import { countEndpoints } from '../../model/stores/webhooks.store';
import { TooManyAttemptsError } from '../../identity/sign-in/sign-in-attempts';
import { UserProfile } from './user.schema';

/**
 * Reads the signed-in user. A token is cached for half a second; if its user was deleted in that time, the token is
 * invalid.
 */
@ApiTags('Account: User')
@Controller('user')
export class UserController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ErasureJobs) private readonly erasures: ErasureJobs,
    @Inject(Mails) private readonly mails: Mails,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Show the user whom the token belongs to',
    description:
      'A user whom an app manages has no e-mail address: null. `limits` says what the plan limits, and how much of it is used.',
    scopes: ['profile:read'],
    answer: dataOf(UserProfile),
  })
  async show(@Granted() access: Access) {
    const user = await this.userOf(access);
    const { createdAt: created_at, updatedAt: updated_at } = user;
    const limits = await readPlanLimits(this.database, this.config, access);
    return { data: toResourceForm(UserProfile, { ...user, limits, created_at, updated_at }) };
  }

  @Put()
  @Endpoint({
    summary: 'Change the user’s name, e-mail address or password',
    description:
      'What is left out stays. A new address or password needs the present password. Which addresses have an account is not said: ' +
      'the answer is the same where another account has the new one, and the address stays as it was. `GET /user` shows it. Where ' +
      'this installation sends mail, a new address counts once it is confirmed by the link that is sent to it; `GET /user/notices` ' +
      'shows it until then. The session that sends the request goes on.',
    scopes: 'owner',
    answer: done('User changed.'),
  })
  async change(@Granted() access: Access, @Body() body: ChangeUserBody, @Ip() address: string) {
    const { email } = await this.userOf(access);
    if (email === null) throw new UnauthenticatedError(true);
    if (body.email !== undefined) await requireAddressTurn(this.limits, address);
    const {
      end = body.password === undefined ? [] : (['sessions'] as const),
      current_password,
      ...wanted
    } = body;
    const change = { ...wanted, currentPassword: current_password, ends: end };
    await asApiError(
      changeUser(
        { database: this.database, mails: this.mails },
        { userId: access.userId, email, address, sessionId: access.sessionId },
        change,
      ),
    );
    return { message: 'User changed.' };
  }

  @Delete()
  @Endpoint({
    summary: 'Delete the user and everything that is kept of them',
    description:
      'Begins at once: no token of the user counts any more, and nothing more is read or sent. `GET /user-erasures/{id}` ' +
      'shows its progress, without a token. It cannot be undone. It needs the present password. A user who has none gets 409, and ' +
      'the operator deletes them; so does the only administrator: another user needs the role first.',
    scopes: 'owner',
    status: 202,
    conflict: ErrorMessage,
    answer: changed('The user is being deleted.', UserErasure),
  })
  async delete(
    @Granted() { userId }: Access,
    @Body() { current_password: password }: DeleteUserBody,
    @Claimed() claim: Claim | null,
    @Ip() address: string,
  ) {
    await asApiError(requireOwner(this.database, { userId, address }, password, 'to delete your account'));
    const data = await this.erasures.begin(userId, { administratorId: null });
    if (!data) throw new UnauthenticatedError(true);
    claim?.lapse();
    return { message: 'The user is being deleted.', data };
  }

  private async userOf({ userId }: Access): Promise<User> {
    const user = await findUser(this.database, userId);
    if (!user) throw new UnauthenticatedError(true);
    return user;
  }
}

/** Maps too many wrong passwords to 429. */
async function asApiError(changing: Promise<void>): Promise<void> {
  try {
    await changing;
  } catch (error) {
    throw error instanceof TooManyAttemptsError ? new RateLimitedError(error.retryAfterS) : error;
  }
}

type PlanLimits = Pick<ApiGatewayConfig, 'webhookEndpointLimits' | 'automationEndpointLimits'>;

/**
 * Limits of the user's plan and their use. The use is null for a token that may not list all webhook endpoints,
 * because the numbers would reveal them.
 */
async function readPlanLimits(database: Queryable, limits: PlanLimits, access: Access) {
  const { plan, userId } = access;
  const mayCount = access.allows('webhooks:read') && access.accountIds === null;
  const used = mayCount ? await countEndpoints(database, userId) : null;
  return {
    webhook_endpoints: {
      limit: limits.webhookEndpointLimits[plan],
      used: used && used.webhook_endpoints,
    },
    automation_endpoints: {
      limit: limits.automationEndpointLimits[plan],
      used: used && used.automation_endpoints,
    },
  };
}
