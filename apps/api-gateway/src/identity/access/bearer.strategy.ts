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
    // Passport has one registry for the process: a name of its own separates two gateways in one process.
    this.name = `bearer-${randomUUID()}`;
    passport.use(this);
  }

  /** Finds the token's access; passport reads false as "no such token". */
  async validate(token: string): Promise<Access | false> {
    return (await this.tokens.accessOf(token)) ?? false;
  }
}
