import {
  CallHandler,
  createParamDecorator,
  ExecutionContext,
  Inject,
  Injectable,
  NestInterceptor,
} from '@nestjs/common';
import { unfitMembers } from '@tributary/http';
import { Database, outsideRequests } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { lastValueFrom, Observable, of } from 'rxjs';
import { accessOf } from '../identity';
import { idempotencyKeyOf, requestDigest, withIdempotencyKey } from './idempotency-key';
import { Claim, KeptAnswers } from './kept-answers';

const claims = new WeakMap<IncomingMessage, Claim>();

/**
 * Returns the first answer again to a changing request that is repeated with its `Idempotency-Key`. Refusals are not
 * stored, since nothing was done: the same key may be used for a valid request.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    @Inject(KeptAnswers) private readonly answers: KeptAnswers,
    @Inject(Database) private readonly database: Database,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const key = idempotencyKeyOf(request.raw);
    const isUnfit = Object.keys(unfitMembers(request.body)).length > 0; // which the route's own pipe refuses
    if (key === undefined || isUnfit) return next.handle();
    const digest = requestDigest(request.method, request.url, request.body);
    const begun = await this.answers.begin({ access: accessOf(context), key, digest });
    if (begun instanceof Claim) {
      return of(await withIdempotencyKey(key, () => this.carryOut(begun, request.raw, next)));
    }
    void context.switchToHttp().getResponse<FastifyReply>().header('idempotency-replayed', 'true');
    return of(begun.answer);
  }

  private async carryOut(claim: Claim, request: IncomingMessage, next: CallHandler): Promise<unknown> {
    claims.set(request, claim);
    try {
      const answer: unknown = await lastValueFrom(next.handle());
      // Also for a disconnected client, which will repeat the request with the same key.
      if (!claim.isKept) await outsideRequests(() => claim.keep(this.database, answer));
      return answer;
    } catch (error) {
      // If even this cannot be written, the claim expires; the client needs the first error.
      if (!claim.isKept) await outsideRequests(() => claim.release(this.database)).catch(() => undefined);
      throw error;
    }
  }
}

/** The parameter is the request's claim, to store the answer in a transaction; null if it has no key. */
export const Claimed = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    claims.get(context.switchToHttp().getRequest<FastifyRequest>().raw) ?? null,
);
