import { CanActivate, createParamDecorator, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AppUnauthenticatedError } from '@tributary/http';
import { Database, shareOf, Queryable } from '@tributary/persistence';
import type { FastifyRequest } from 'fastify';
import { limitedNetwork } from '../limits/networks';
import { RateLimits } from '../limits/rate-limits';
import { basicCredentials } from '../codes/basic-credentials';
import { tokenHash } from '../codes/token-text';

/** An app that asks with its own id and secret, for no user. */
export interface AskingApp {
  readonly id: number;
  readonly userId: number;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Who asks, once the guard let the app pass. */
    askingApp?: AskingApp;
  }
}

/** Lets apps pass that manage users, by HTTP Basic with their client id and secret. */
@Injectable()
export class AppGuard implements CanActivate {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { raw, ip, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const app = await findManagingApp(this.database, headers.authorization);
    if (!app) {
      await this.limits.require('refusals', limitedNetwork(ip));
      throw new AppUnauthenticatedError();
    }
    shareOf(app.userId);
    await this.limits.require('appRequests', app.userId);
    raw.askingApp = app;
    return true;
  }
}

/** The parameter takes the app that asks. */
export const Asking = createParamDecorator((_data: unknown, context: ExecutionContext): AskingApp => {
  const { askingApp } = context.switchToHttp().getRequest<FastifyRequest>().raw;
  if (!askingApp) throw new Error('the route asks for the app of a request that no guard has checked');
  return askingApp;
});

const CLIENT_ID = /^[0-9a-f-]{36}$/;

/**
 * The app of the credentials, where it manages users and its owner is not shut out. The secret is looked up by its hash: it is random, and
 * how long that takes says nothing of it.
 */
async function findManagingApp(
  database: Queryable,
  authorization: string | undefined,
): Promise<{ readonly id: number; readonly userId: number } | null> {
  const [clientId = '', secret = ''] = (basicCredentials(authorization) ?? '').split(':', 2);
  if (!CLIENT_ID.test(clientId) || secret === '') return null;
  const [app] = await database.query<{ id: number; userId: number }>(
    `select a.id, a.user_id as "userId" from oauth_apps a join users u on u.id = a.user_id
      where a.client_id = $1 and a.secret_hash = $2 and a.manages_users and u.disabled_at is null`,
    [clientId, tokenHash(secret)],
  );
  return app ?? null;
}
