import { publicRequestUrl } from '@tributary/http';
import { Controller, Get, Headers, Inject, Param, Post, Req, Res, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { Database, markCostly, shareOf } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../../api-gateway.config';
import { Readable } from 'node:stream';
import { basicCredentials } from '../../../identity/codes/basic-credentials';
import { SCOPES_METADATA } from '../../../identity/access/scopes.guard';
import { idText } from '../../../rest/wire-values';
import { FeedAccesses } from './feed-access';
import type { FeedAccess } from './feed-access';
import { accountSet } from './feed-answer';
import { FeedErrorCode, leftOutErrors, writtenErrors } from './feed-errors';
import { readFeedRequest } from './feed-request';
import { accessUrl, simplefinUrl } from './feed-secrets';
import { readFeedAccounts, readFeedTransactions, TRANSACTIONS_MAX } from './feed.store';

const SECRET = /^[0-9A-Za-z]{43}$/;
const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const HOW_TO = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tributary feed</title>
<p>Make a feed with <code>POST /destinations/feed/connections</code> and paste its <code>setup_token</code> into your app.</p></html>
`;

/**
 * A SimpleFIN server for apps, versions 1 and 2. Its credentials (HTTP Basic, from the access URL) and responses are
 * its own, so it is not part of the REST API and its document.
 */
@ApiExcludeController()
@SetMetadata(SCOPES_METADATA, [])
@Controller('simplefin')
export class SimplefinController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(FeedAccesses) private readonly accesses: FeedAccesses,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get('info')
  info(): { versions: string[] } {
    return { versions: ['1.0', '2.0'] };
  }

  @Get('create')
  create(@Res() reply: FastifyReply): void {
    void reply.type('text/html; charset=utf-8').send(HOW_TO);
  }

  /** The access URL, once. */
  @Post('claim/:secret')
  @RouteConfig({ limitedBy: 'claims' })
  async claim(@Param('secret') secret: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const credentials = SECRET.test(secret) ? await this.accesses.claim(secret) : null;
    if (credentials === null) return void reply.code(403).type(TEXT).send('Forbidden');
    void reply
      .code(200)
      .type(TEXT)
      .send(accessUrl(this.serverUrl(request), credentials));
  }

  @Get('accounts')
  async accounts(
    @Headers('authorization') authorization: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const admitted = await this.accesses.admit(basicCredentials(authorization));
    switch (admitted.kind) {
      case 'refused': // never 401: some apps then prompt their user for a password
        return void reply
          .code(403)
          .send(failed('gen.auth', 'Forbidden: this feed was revoked, or never was. Connect again.'));
      case 'too-many':
        return void reply
          .code(429)
          .header('retry-after', String(admitted.retryAfterS))
          .send(failed('gen.', 'Too many requests: this feed is read too often. Try again within the hour.'));
      case 'admitted':
        return void reply.type(JSON_TYPE).send(Readable.from(await this.answer(admitted.access, request)));
      default: {
        const unknown: never = admitted;
        return unknown;
      }
    }
  }

  private async answer(access: FeedAccess, request: FastifyRequest) {
    shareOf(access.userId);
    markCostly();
    const query = new URL(request.url, 'http://feed').searchParams;
    const feedRequest = readFeedRequest(query, new Date());
    const accounts = await readFeedAccounts(this.database, access, feedRequest);
    const ids = accounts.map(({ id }) => id);
    const { rows, incomplete, leftOut } = await readFeedTransactions(this.database, access, ids, feedRequest);
    const msg = `Only the newest ${TRANSACTIONS_MAX} transactions are shown: ask for a shorter time.`;
    const cut = incomplete.map((id) => ({ code: 'act.missingdata' as const, msg, account_id: idText(id) }));
    return accountSet(accounts, rows, {
      url: this.serverUrl(request),
      errors: [...feedRequest.complaints, ...cut, ...leftOutErrors(leftOut, access.onOtherCurrency)],
    });
  }

  private serverUrl(request: FastifyRequest): string {
    return simplefinUrl(publicRequestUrl(request, this.config.publicUrl), this.config.basePath);
  }
}

function failed(code: FeedErrorCode, msg: string) {
  return { ...writtenErrors([{ code, msg }]), connections: [], accounts: [] };
}
