import { CanActivate, createParamDecorator, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AppUnauthenticatedError } from '@tributary/http';
import { Database, shareOf } from '@tributary/persistence';
import type { FastifyRequest } from 'fastify';
import { limitedNetwork } from '../limits/networks';
import { RateLimits } from '../limits/rate-limits';
import { findManagingApp } from './managing-app';

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
