import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Authenticator } from 'passport';
import { Strategy } from 'passport-http-bearer';
import type { IncomingMessage } from 'node:http';
import { Access } from './access';
import { AccessTokens } from './access-tokens';

type Passport = InstanceType<typeof Authenticator>;

/** Passport's bearer strategy over our tokens. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) {
  private passport?: Passport;

  constructor(@Inject(AccessTokens) private readonly tokens: AccessTokens) {
    super();
  }

  /** One of its own: passport's default is the process's, where another gateway would take this one's place. */
  getPassportInstance(): Passport {
    return (this.passport ??= new Authenticator());
  }

  /** False is "no such token" to passport. */
  async validate(token: string): Promise<Access | false> {
    return (await this.tokens.accessOf(token)) ?? false;
  }

  /**
   * What the request's token was granted, or null. Passport gets Node's own request, which has headers and
   * nothing else: a token is taken from the `Authorization` header alone, never from a URL that ends up in
   * logs, nor from a body.
   */
  async accessOf(request: IncomingMessage): Promise<Access | null> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void =>
        reject(
          error instanceof Error ? error : new Error('the token could not be checked', { cause: error }),
        );
      const done = (error: unknown, access: unknown): void =>
        error ? fail(error) : resolve(access instanceof Access ? access : null);
      const authenticate = this.getPassportInstance().authenticate('bearer', { session: false }, done) as (
        request: IncomingMessage,
        response: object,
        next: (error: unknown) => void,
      ) => void;
      authenticate(request, {}, fail);
    });
  }
}
