import {
  CallHandler,
  createParamDecorator,
  ExecutionContext,
  Inject,
  Injectable,
  NestInterceptor,
} from '@nestjs/common';
import { FILE_BYTES_MAX } from '@tributary/contracts';
import { unfitMembers } from '@tributary/http';
import { Database, outsideRequests } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { lastValueFrom, Observable, of } from 'rxjs';
import { accessOf } from '../../identity/access/caller.guard';
import { digestOfFile } from './file-body';
import { idempotencyKeyOf, refuseOtherRequest, requestDigest, withIdempotencyKey } from './idempotency-key';
import { Claim, KeptAnswers } from './kept-answers';

/** The first response to an upload, with the hash of its file: the file is read only after the key is claimed. */
interface AnswerToFile {
  readonly file: string;
  readonly answer: unknown;
}

const claims = new WeakMap<IncomingMessage, Claim>();

/**
 * Returns the first response again to a changing request that is repeated with its `Idempotency-Key`. Refusals are not
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
    const isUnfit = Object.keys(unfitMembers(request.body)).length > 0; // the route's own pipe refuses it
    if (key === undefined || isUnfit) return next.handle();
    const digest = requestDigest(request.method, request.url, request.body);
    const begun = await this.answers.begin({ access: accessOf(context), key, digest });
    if (begun instanceof Claim) {
      return of(await withIdempotencyKey(key, () => this.carryOut(begun, request, next)));
    }
    const answer = takesFile(request) ? await answerToSameFile(request.raw, begun.answer) : begun.answer;
    void context.switchToHttp().getResponse<FastifyReply>().header('idempotency-replayed', 'true');
    return of(answer);
  }

  private async carryOut(claim: Claim, request: FastifyRequest, next: CallHandler): Promise<unknown> {
    claims.set(request.raw, claim);
    try {
      const answer: unknown = await lastValueFrom(next.handle());
      const kept = takesFile(request) ? await withFile(request.raw, answer) : answer;
      // The response is stored also for a disconnected client, which will repeat the request with the same key.
      if (!claim.isKept) await outsideRequests(() => claim.keep(this.database, kept));
      return answer;
    } catch (error) {
      // If even this cannot be written, the claim expires; the client needs the first error.
      if (!claim.isKept) await outsideRequests(() => claim.release(this.database)).catch(() => undefined);
      throw error;
    }
  }
}

function takesFile(request: FastifyRequest): boolean {
  return request.routeOptions.config.takesFiles ?? false;
}

async function withFile(request: IncomingMessage, answer: unknown): Promise<AnswerToFile> {
  return { file: await digestOfFile(request, FILE_BYTES_MAX), answer };
}

/** @throws Problem (invalid) if the repeated request has another file @throws PayloadTooLargeException */
async function answerToSameFile(request: IncomingMessage, kept: unknown): Promise<unknown> {
  const { file, answer } = kept as AnswerToFile;
  return (await digestOfFile(request, FILE_BYTES_MAX)) === file ? answer : refuseOtherRequest();
}

/** Parameter decorator for the request's claim, to store the response in a transaction; null without a key. */
export const Claimed = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    claims.get(context.switchToHttp().getRequest<FastifyRequest>().raw) ?? null,
);
