import { Body, Controller, Delete, Get, Inject, Ip, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import type { Access } from '../../identity/access/access';
import { changePersonalToken } from '../../identity/tokens/change-personal-token';
import {
  deletePersonalToken,
  endOfNewToken,
  issuePersonalTokenIn,
  revokeToken,
} from '../../identity/tokens/issue-personal-token';
import { Granted } from '../../identity/access/scopes.guard';
import { Claimed } from '../../rest/idempotency/idempotency.interceptor';
import type { Claim } from '../../rest/idempotency/kept-answers';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { ChangeTokenBody, CreateTokenBody } from './token.bodies';
import { RateLimits } from '../../identity/limits/rate-limits';
import { requireOwnAccounts } from '../../identity/users/own-accounts';
import { requireChange } from '../../identity/users/require-change';
import { toPersonalToken } from './token.resource';
import { PersonalToken } from './token.schema';
import { PERSONAL_TOKENS, type TokenQuery } from './tokens.store';

@ApiTags('Account: Tokens')
@Controller('tokens')
export class TokensController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List personal access tokens',
    scopes: 'owner',
    query: PERSONAL_TOKENS,
    answer: pageOf(PersonalToken),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: TokenQuery, @RequestUrl() url: string) {
    const { rows, total } = await PERSONAL_TOKENS.page(this.database, query, access.userId);
    const data = rows.map((row) => toPersonalToken(row));
    return paginated({ data, total, page: query.page, url });
  }

  @Post()
  @Endpoint({
    summary: 'Make a personal access token',
    description:
      'The token is in this answer only; it ends at `expires_at`, by default after one year, or when it is revoked. Its scopes and accounts ' +
      'are named, or null for all.',
    scopes: 'owner',
    status: 201,
    answer: changed('Token created.', PersonalToken),
  })
  async create(
    @Granted() { userId }: Access,
    @Body() body: CreateTokenBody,
    @Ip() address: string,
    @Claimed() claim: Claim | null,
  ) {
    const { name, scopes, financial_accounts: accountIds, expires_at: end } = body;
    await requireOwnAccounts(this.database, userId, accountIds);
    await this.limits.require('newTokens', userId);
    const liveMax = this.config.caps.personalTokens;
    const wanted = { userId, name, scopes, accountIds, address, liveMax };
    return this.database.transaction(async (tx) => {
      const expiresAt = await endOfNewToken(tx, end === undefined ? undefined : new Date(end));
      const { id, token } = await issuePersonalTokenIn(tx, { ...wanted, expiresAt });
      const row = await PERSONAL_TOKENS.one(tx, id, userId);
      const answer = { message: 'Token created.', data: toPersonalToken(row, token) };
      await claim?.keep(tx, answer);
      return answer;
    });
  }

  @Get(':tokenId')
  @Endpoint({
    summary: 'Show a personal access token',
    scopes: 'owner',
    of: 'resource',
    answer: dataOf(PersonalToken),
  })
  async one(@Granted() access: Access, @Param('tokenId', PathIdPipe) id: number) {
    const row = await PERSONAL_TOKENS.one(this.database, id, access.userId);
    return { data: toPersonalToken(row) };
  }

  @Put(':tokenId')
  @Endpoint({
    summary: 'Rename or restrict a personal access token',
    description:
      'Members that are left out stay. Scopes and accounts can only be removed and the end can only be earlier; anything ' +
      'more is 422. The change applies from the next request on; what was made with the token pauses if it needs more.',
    scopes: 'owner',
    of: 'resource',
    answer: changed('Token changed.', PersonalToken),
  })
  async change(
    @Granted() { userId }: Access,
    @Param('tokenId', PathIdPipe) id: number,
    @Body() body: ChangeTokenBody,
    @Ip() address: string,
  ) {
    await PERSONAL_TOKENS.one(this.database, id, userId);
    requireChange(body);
    const { name, scopes, financial_accounts: accountIds, expires_at: end } = body;
    const expiresAt = end === undefined ? undefined : new Date(end);
    await requireOwnAccounts(this.database, userId, accountIds ?? null);
    await changePersonalToken(this.database, { userId, address }, id, {
      name,
      scopes,
      accountIds,
      expiresAt,
    });
    const row = await PERSONAL_TOKENS.one(this.database, id, userId);
    return { message: 'Token changed.', data: toPersonalToken(row) };
  }

  @Post(':tokenId/revoke')
  @Endpoint({
    summary: 'Revoke a personal access token',
    description: 'It does not count from the next request on, and is still listed.',
    scopes: 'owner',
    of: 'resource',
    answer: changed('Token revoked.', PersonalToken),
  })
  async revoke(@Granted() access: Access, @Param('tokenId', PathIdPipe) id: number, @Ip() address: string) {
    await revokeToken(this.database, id, { userId: access.userId, address });
    const row = await PERSONAL_TOKENS.one(this.database, id, access.userId);
    return { message: 'Token revoked.', data: toPersonalToken(row) };
  }

  @Delete(':tokenId')
  @Endpoint({
    summary: 'Delete a personal access token',
    description: 'It does not count from the next request on, and is forgotten.',
    scopes: 'owner',
    of: 'resource',
    answer: done('Token deleted.'),
  })
  async delete(@Granted() access: Access, @Param('tokenId', PathIdPipe) id: number, @Ip() address: string) {
    const isDeleted = await deletePersonalToken(this.database, id, { userId: access.userId, address });
    if (!isDeleted) throw Problem.notFound();
    return { message: 'Token deleted.' };
  }
}
