import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DecideSettlement, SettlementDecision } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { toSettlementReview } from './settlement-review.resource';
import { SettlementReview } from './settlement-review.schema';
import { SETTLEMENT_REVIEWS, type SettlementReviewQuery } from './settlement-reviews.store';

@ApiTags('Finance: Transactions')
@Controller('finance/settlement-reviews')
export class SettlementReviewsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List entries that are one transaction, or may be',
    description:
      'Of a pending and a booked entry, or, with the origin `MATCHED_DUPLICATE`, of two booked ones. OPEN ones wait for a ' +
      'decision and are shown as two transactions until then; the later one of two booked ones is `under_review`: it is ' +
      'sent and announced nowhere, and is in no figure. MERGED ones are one transaction by the listed evidence.',
    scopes: ['transactions:read'],
    query: SETTLEMENT_REVIEWS,
    answer: pageOf(SettlementReview),
  })
  async list(
    @Granted() access: Access,
    @ParsedQuery() query: SettlementReviewQuery,
    @RequestUrl() url: string,
  ) {
    const { rows, total } = await SETTLEMENT_REVIEWS.page(this.database, query, access);
    const data = rows.map((row) => toSettlementReview(access, row));
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':reviewId')
  @Endpoint({
    summary: 'Show a settlement review',
    scopes: ['transactions:read'],
    of: 'resource',
    answer: dataOf(SettlementReview),
  })
  async show(@Granted() access: Access, @Param('reviewId', PathIdPipe) reviewId: number) {
    return { data: await this.review(access, reviewId) };
  }

  @Post(':reviewId/accept')
  @Endpoint({
    summary: 'Make the two entries one transaction',
    description:
      "The pending entry's transaction keeps its id and shows what is booked; the other one goes. Of two booked ones the " +
      'earlier one stays as it is, and the later one (`pending`) goes.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed('Settlement accepted.', SettlementReview),
  })
  accept(@Granted() access: Access, @Param('reviewId', PathIdPipe) reviewId: number) {
    return this.decide('accept', 'Settlement accepted.', access, reviewId);
  }

  @Post(':reviewId/dismiss')
  @Endpoint({
    summary: 'Leave the two entries two transactions',
    description: 'A transaction that was under review is announced and sent now.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed('Settlement dismissed.', SettlementReview),
  })
  dismiss(@Granted() access: Access, @Param('reviewId', PathIdPipe) reviewId: number) {
    return this.decide('dismiss', 'Settlement dismissed.', access, reviewId);
  }

  @Post(':reviewId/undo')
  @Endpoint({
    summary: 'Undo the decision about a settlement review',
    description:
      'What was made one transaction is taken apart: each entry has a transaction of its own again, under its own ' +
      'provider key. A dismissed review is open again; a transaction that was announced and sent since counts all the same.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed('Settlement undone.', SettlementReview),
  })
  undo(@Granted() access: Access, @Param('reviewId', PathIdPipe) reviewId: number) {
    return this.decide('undo', 'Settlement undone.', access, reviewId);
  }

  private async decide(decision: SettlementDecision, message: string, access: Access, reviewId: number) {
    const payload = { settlement_id: reviewId, decision };
    await this.commands.change(DecideSettlement, payload, { access, key: reviewId });
    return { message, data: await this.review(access, reviewId) };
  }

  private async review(access: Access, reviewId: number) {
    return toSettlementReview(access, await SETTLEMENT_REVIEWS.one(this.database, reviewId, access));
  }
}
