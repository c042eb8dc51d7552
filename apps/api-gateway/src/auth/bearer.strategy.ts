import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { Access } from './access';
import { AccessTokens } from './access-tokens';

/** Passport's bearer strategy over our tokens. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) {
  constructor(@Inject(AccessTokens) private readonly tokens: AccessTokens) {
    super();
  }

  /** False is "no such token" to passport. */
  async validate(token: string): Promise<Access | false> {
    return (await this.tokens.accessOf(token)) ?? false;
  }
}
