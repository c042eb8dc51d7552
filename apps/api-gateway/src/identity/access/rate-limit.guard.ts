import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { RateLimitedError } from '@tributary/http';
import type { FastifyReply } from 'fastify';
import type { Access } from './access';
import { accessOf } from './caller.guard';
import { LimitName } from '../limits/limits';
import { RateLimits } from '../limits/rate-limits';
import { Verdict } from '../limits/rate-limiter';

/** 429 if a user or an app's owner exceeds the limit; every response states how many requests are left. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const verdicts: Verdict[] = [];
    for (const [name, subject] of allowancesOf(accessOf(context))) {
      const verdict = await this.limits.spend(name, subject);
      if (verdict) verdicts.push(verdict);
      if (verdict?.isAllowed === false) break;
    }
    const tightest = tightestOf(verdicts);
    if (!tightest) return true;
    void context.switchToHttp().getResponse<FastifyReply>().headers(rateLimitHeaders(tightest));
    if (!tightest.isAllowed) throw new RateLimitedError(tightest.resetS);
    return true;
  }
}

/** The subjects of a token's requests: its user, and the owner of its app. */
function allowancesOf({ userId, appOwnerId }: Access): readonly (readonly [LimitName, number])[] {
  const ofUser = ['requests', userId] as const;
  return appOwnerId === null ? [ofUser] : [ofUser, ['appRequests', appOwnerId]];
}

/** The limit that refused the request, else the one with the fewest requests left. */
export function tightestOf(verdicts: readonly Verdict[]): Verdict | undefined {
  const order = ({ isAllowed, remaining }: Verdict) => (isAllowed ? remaining : -1);
  return verdicts.toSorted((a, b) => order(a) - order(b))[0];
}

/** Headers with the names of the IETF's draft, which most clients know. */
export function rateLimitHeaders({ limit, remaining, resetS }: Verdict): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetS),
  };
}
