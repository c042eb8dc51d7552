import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Author, authorAfterEdit, covers, Problem } from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database, type Tx } from '@tributary/persistence';
import { authorNow } from '@tributary/service';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../../api-gateway.config';
import { type Access } from '../../../identity/access/access';
import { Granted } from '../../../identity/access/scopes.guard';
import { readAccounts } from '../../accounts/accounts.store';
import { Claimed } from '../../../rest/idempotency/idempotency.interceptor';
import type { Claim } from '../../../rest/idempotency/kept-answers';
import { Endpoint } from '../../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../../rest/lists/query.guard';
import { CreateFeedBody, UpdateFeedBody } from './feed.bodies';
import { newSecret, secretHash, setupToken, simplefinUrl } from './feed-secrets';
import { Feed } from './feed.schema';
import {
  deleteFeed,
  type FeedChange,
  type FeedQuery,
  type FeedRow,
  FEEDS,
  insertFeed,
  lockFeed,
  saveFeed,
  toFeed,
} from './feeds.store';

/** Feeds that other apps read. The gateway owns them, because like tokens they give access to its query model. */
@ApiTags('Destinations: feed')
@Controller('destinations/feed/connections')
export class FeedsController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List feeds',
    scopes: ['destinations:read'],
    query: FEEDS,
    answer: pageOf(Feed),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: FeedQuery, @RequestUrl() url: string) {
    const { rows, total } = await FEEDS.page(this.database, query, access);
    return paginated({ data: rows.map((row) => toFeed(row)), total, page: query.page, url });
  }

  @Post()
  @Endpoint({
    summary: 'Make a feed',
    description:
      'Other apps pull accounts and transactions from it by the SimpleFIN protocol. The answer holds a setup token, ' +
      'which the user pastes into the app; it can be claimed once, within a day. A feed that was made by an app or a ' +
      'restricted token pauses with it.',
    scopes: ['destinations:write', 'accounts:read', 'transactions:read'],
    status: 201,
    answer: changed('Feed created.', Feed),
  })
  async create(
    @Granted() access: Access,
    @Body() body: CreateFeedBody,
    @RequestUrl() url: string,
    @Claimed() claim: Claim | null,
  ) {
    const secret = newSecret();
    const setup_token = setupToken(simplefinUrl(url, this.config.basePath), secret);
    const accountIds = await this.chosenAccounts(access, body.financial_accounts ?? null);
    const wanted = {
      name: body.name,
      accountIds,
      onOtherCurrency: body.on_other_currency ?? null,
      claimHash: secretHash(secret),
    };
    return this.database.transaction(async (tx) => {
      const row = await insertFeed(tx, access, wanted);
      const answer = { message: 'Feed created.', data: toFeed(row, { setup_token }) };
      await claim?.keep(tx, answer);
      return answer;
    });
  }

  @Get(':feedId')
  @Endpoint({
    summary: 'Show a feed',
    scopes: ['destinations:read'],
    of: 'resource',
    answer: dataOf(Feed),
  })
  async one(@Granted() access: Access, @Param('feedId', PathIdPipe) id: number) {
    return { data: toFeed(await FEEDS.one(this.database, id, access)) };
  }

  @Put(':feedId')
  @Endpoint({
    summary: 'Rename a feed, or change its accounts',
    description:
      'What is left out keeps its value. The app keeps its access, and sees other accounts at its next request. A ' +
      'feed that an app or a restricted token made cannot show what that one may not read (409).',
    scopes: ['destinations:write', 'accounts:read', 'transactions:read'],
    of: 'resource',
    answer: changed('Feed updated.', Feed),
  })
  async update(
    @Granted() access: Access,
    @Param('feedId', PathIdPipe) id: number,
    @Body() { name, financial_accounts: wanted, on_other_currency: onOtherCurrency }: UpdateFeedBody,
  ) {
    await FEEDS.one(this.database, id, access); // a missing feed (404) is reported before errors of the body
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(onOtherCurrency === undefined ? {} : { onOtherCurrency }),
      ...(wanted === undefined ? {} : { accountIds: await this.chosenAccounts(access, wanted) }),
    };
    const row = await this.database.transaction((tx) => updateFeed(tx, access, id, change));
    return { message: 'Feed updated.', data: toFeed(row) };
  }

  @Delete(':feedId')
  @Endpoint({
    summary: 'Revoke a feed',
    description: 'The app that pulls from it is refused from then on.',
    scopes: ['destinations:write'],
    of: 'resource',
    answer: done('Feed deleted.'),
  })
  async delete(@Granted() access: Access, @Param('feedId', PathIdPipe) id: number) {
    if (!(await deleteFeed(this.database, access, id))) throw Problem.notFound();
    return { message: 'Feed deleted.' };
  }

  /** Null: all, for the owner's own token; a restricted token's own accounts otherwise. */
  private async chosenAccounts(
    access: Access,
    wanted: readonly number[] | null,
  ): Promise<readonly number[] | null> {
    if (wanted === null) return access.accountIds;
    const chosen = [...new Set(wanted)];
    const known = await readAccounts(this.database, access, chosen);
    if (known.length === chosen.length && chosen.length > 0) return chosen;
    throw Problem.invalid({
      financial_accounts: [
        'The selected financial_accounts are invalid: name accounts of yours, or none for all.',
      ],
    });
  }
}

/** Scopes that an author needs, because a feed shows this data of each account. */
const SHOWN = ['accounts:read', 'transactions:read'];

const BEYOND_AUTHOR =
  'The app or token that made this feed may not read these accounts. Delete the feed, and make another one.';

/**
 * Changes the data of a feed. Access that its app has claimed stays valid.
 * @throws Problem (not_found; conflict where its author may not read the accounts)
 */
async function updateFeed(tx: Tx, access: Access, id: number, change: FeedChange): Promise<FeedRow> {
  const before = await lockFeed(tx, access, id);
  if (!before) throw Problem.notFound();
  const author = await authorAfter(tx, access, before, change);
  return saveFeed(tx, id, change, author);
}

/** The feed's author after a change of its accounts: the caller who chose them, who must be able to read them. */
async function authorAfter(
  tx: Tx,
  { caller }: Access,
  author: Author,
  { accountIds }: FeedChange,
): Promise<Author> {
  if (accountIds === undefined) return author;
  if (!covers(author, { scopes: SHOWN, accountIds })) throw Problem.conflict(BEYOND_AUTHOR);
  if (!caller.grant) return author;
  const { grantId } = await authorNow(tx, caller);
  return { ...authorAfterEdit(author, caller), grantId };
}
