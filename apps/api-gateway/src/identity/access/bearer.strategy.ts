import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { Strategy } from 'passport-http-bearer';
import { randomUUID } from 'node:crypto';
import { Access } from './access';
import { AccessTokens } from './access-tokens';

/** Passport's bearer strategy over our tokens. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) {
  constructor(@Inject(AccessTokens) private readonly tokens: AccessTokens) {
    super();
    // Passport has one registry for the process: a name of its own keeps two gateways in one process apart.
    this.name = `bearer-${randomUUID()}`;
    passport.use(this);
  }

  /** False is "no such token" to passport. */
  async validate(token: string): Promise<Access | false> {
    return (await this.tokens.accessOf(token)) ?? false;
  }
}
