import { CanActivate, createParamDecorator, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AppUnauthenticatedError } from '@tributary/http';
import { Database, shareOf, Queryable } from '@tributary/persistence';
import type { FastifyRequest } from 'fastify';
import { limitedNetwork } from '../limits/networks';
import { RateLimits } from '../limits/rate-limits';
import { findManagingApp } from '../authorizations/oauth-apps.store';
import { basicCredentials } from '../codes/basic-credentials';
import { tokenHash } from '../codes/token-text';

/** An app that authenticates with its own id and secret, for no user. */
export interface AskingApp {
  readonly id: number;
  readonly userId: number;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The authenticated app, set by the guard. */
    askingApp?: AskingApp;
  }
}

/** Accepts apps that manage users, by HTTP Basic with their client id and secret. */
@Injectable()
export class AppGuard implements CanActivate {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { raw, ip, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const app = await findApp(this.database, headers.authorization);
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

/** Parameter decorator for the authenticated app. */
export const Asking = createParamDecorator((_data: unknown, context: ExecutionContext): AskingApp => {
  const { askingApp } = context.switchToHttp().getRequest<FastifyRequest>().raw;
  if (!askingApp) throw new Error('the route asks for the app of a request that no guard has checked');
  return askingApp;
});

const CLIENT_ID = /^[0-9a-f-]{36}$/;

/**
 * The app with these credentials, if it manages users and its owner is enabled. The secret is looked up by its hash:
 * it is random, so the duration reveals nothing about it.
 */
async function findApp(database: Queryable, authorization: string | undefined): Promise<AskingApp | null> {
  const [clientId = '', secret = ''] = (basicCredentials(authorization) ?? '').split(':', 2);
  if (!CLIENT_ID.test(clientId) || secret === '') return null;
  return findManagingApp(database, clientId, tokenHash(secret));
}
