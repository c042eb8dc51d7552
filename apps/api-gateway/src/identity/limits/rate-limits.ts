import { Inject, Injectable } from '@nestjs/common';
import { RateLimitedError } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { LimitName, LIMITS } from './limits';
import { RateLimiter, Verdict } from './rate-limiter';
import { limitedNetwork } from './networks';

/** Enforces all limits of `limits.ts`, over all gateways. */
@Injectable()
export class RateLimits {
  private readonly limiters: ReadonlyMap<LimitName, RateLimiter>;

  constructor(@Inject(Database) database: Database, @Inject(API_GATEWAY_CONFIG) config: ApiGatewayConfig) {
    const names = Object.keys(LIMITS) as LimitName[];
    this.limiters = new Map(
      names
        .filter((name) => config.limits[name] > 0)
        .map((name) => [name, new RateLimiter(database, config.limits[name], LIMITS[name].windowS)]),
    );
  }

  /** Counts one act of the subject. @returns null if the operator turned the limit off */
  async spend(name: LimitName, subject: string | number): Promise<Verdict | null> {
    return (await this.limiters.get(name)?.spend(`${name}:${subject}`)) ?? null;
  }

  /** Counts a call. @throws RateLimitedError beyond the limit */
  async require(name: LimitName, subject: string | number): Promise<void> {
    const verdict = await this.spend(name, subject);
    if (verdict?.isAllowed === false) throw new RateLimitedError(verdict.resetS);
  }
}

/**
 * Counts an attempt with an e-mail address like an attempt to sign up, so that few addresses can be tried. @throws
 * RateLimitedError
 */
export async function requireAddressTurn(limits: RateLimits, address: string): Promise<void> {
  await limits.require('signUps', limitedNetwork(address));
  await limits.require('allSignUps', 'all');
}
