import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { RateLimitedError } from '@tributary/http';
import type { FastifyReply } from 'fastify';
import { accessOf } from '../auth/bearer.guard';
import { RateLimits } from './rate-limits';
import { Verdict } from './rate-limiter';

/** 429 where a token makes more requests than it may; every answer says how many are left. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const verdict = await this.limits.ofTokens?.spend(`token:${accessOf(context).tokenId}`);
    if (!verdict) return true;
    void context.switchToHttp().getResponse<FastifyReply>().headers(rateLimitHeaders(verdict));
    if (!verdict.isAllowed) throw new RateLimitedError(verdict.resetS);
    return true;
  }
}

/** As the IETF's draft names them, which most clients know. */
export function rateLimitHeaders({ limit, remaining, resetS }: Verdict): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetS),
  };
}
