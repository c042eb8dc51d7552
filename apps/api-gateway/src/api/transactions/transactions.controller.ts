import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import {
  AnnotateTransactions,
  CreateTransactions,
  DeleteTransactions,
  JoinTransaction,
  SplitTransaction,
  UpdateTransactions,
} from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { FinancialAccount } from '../accounts/account.schema';
import {
  changeOfTransaction,
  CreateTransactionBody,
  SplitTransactionBody,
  UpdateTransactionBody,
} from './transaction.bodies';
import { TRANSACTION_ALONE, TRANSACTION_LIST } from './search/transaction-list';
import { Transaction } from './transaction.schema';
import { seesRaw } from './transaction-view';
import type { TransactionAloneQuery, TransactionQuery } from './search/transaction-list';
import { TransactionsService } from './transactions.service';

const mode = 'all_or_none' as const;

@ApiTags('Finance: Transactions')
@Controller('finance/transactions')
export class TransactionsController {
  constructor(
    @Inject(TransactionsService) private readonly transactions: TransactionsService,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List transactions',
    description:
      'To follow changes, send `sort=changed_at&include=changed_at` and in `filter[updated_after]` the `changed_at` of the last ' +
      'row that you have read, always of the first page; the same of `GET /finance/removed-transactions`. A change may come ' +
      'again, and none is left out.',
    scopes: ['transactions:read'],
    query: TRANSACTION_LIST,
    answer: pageOf(Transaction, {
      available_financial_accounts: Type.Optional(Type.Array(FinancialAccount)),
    }),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: TransactionQuery, @RequestUrl() url: string) {
    const { data, total, availableAccounts } = await this.transactions.page(access, query);
    const envelope = paginated({ data, total, page: query.page, url });
    if (availableAccounts === null) return envelope;
    return { ...envelope, meta: { ...envelope.meta, available_financial_accounts: availableAccounts } };
  }

  @Get(':transactionId')
  @Endpoint({
    summary: 'Show a transaction',
    scopes: ['transactions:read'],
    of: 'resource',
    query: TRANSACTION_ALONE,
    answer: dataOf(Transaction),
  })
  async show(
    @Granted() access: Access,
    @Param('transactionId', PathIdPipe) transactionId: number,
    @ParsedQuery() query: TransactionAloneQuery,
  ) {
    if (query.flags.has('as_reported') && seesRaw(access)) {
      return { data: await this.transactions.reported(access, transactionId, query) };
    }
    return { data: await this.transactions.one(access, transactionId, query) };
  }

  @Post()
  @Endpoint({
    summary: 'Add a transaction by hand',
    description:
      'No sync touches it, and rules leave alone what is set here. It needs a booking date or a value date.',
    scopes: ['transactions:write'],
    status: 201,
    answer: changed('Transaction created.', Transaction),
  })
  async create(@Granted() access: Access, @Body() body: CreateTransactionBody) {
    const { financial_account_id: financialAccountId, ...fields } = body;
    await this.transactions.checkAccount(access, financialAccountId);
    const payload = { items: [{ financialAccountId, fields }], mode };
    const options = { access, key: financialAccountId };
    const { outcomes } = await this.commands.change(CreateTransactions, payload, options);
    const id = outcomes[0]?.transactionId ?? 0;
    return { message: 'Transaction created.', data: await this.transactions.one(access, id) };
  }

  @Put(':transactionId')
  @Endpoint({
    summary: 'Change a transaction',
    description:
      'What is left out keeps its value. What is set stays, whatever rules and later syncs say, and is named in ' +
      '`edited_fields`. Null releases a field, or one member of it: the provider’s value shows again, and rules may set it. ' +
      '`category_id`, `note` and `tags` are changed by a request of their own (400 with other fields).',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed('Transaction updated.', Transaction),
  })
  async update(
    @Granted() access: Access,
    @Param('transactionId', PathIdPipe) transactionId: number,
    @Body() body: UpdateTransactionBody,
  ) {
    const change = changeOfTransaction(body, 'body');
    const options = { access, key: transactionId };
    if (change.kind === 'edit') {
      const items = [{ transactionId, fields: change.fields }];
      await this.commands.change(UpdateTransactions, { items, mode }, options);
    } else {
      const items = [{ transactionId, changes: change.changes }];
      await this.commands.change(AnnotateTransactions, { items, mode }, options);
    }
    return { message: 'Transaction updated.', data: await this.transactions.one(access, transactionId) };
  }

  @Delete(':transactionId')
  @Endpoint({
    summary: 'Remove a transaction',
    description:
      'Later syncs do not bring it back. Of one that is split the parts go too; a part alone cannot be removed (409).',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: done('Transaction deleted.'),
  })
  async delete(@Granted() access: Access, @Param('transactionId', PathIdPipe) transactionId: number) {
    const payload = { items: [{ transactionId }], mode };
    await this.commands.change(DeleteTransactions, payload, { access, key: transactionId });
    return { message: 'Transaction deleted.' };
  }

  @Post(':transactionId/split')
  @Endpoint({
    summary: 'Split a transaction into parts',
    description:
      'Each part is a transaction of its own: it has its own fields, rules shape it, links transfer it and webhooks announce ' +
      'it. The transaction stays, named in `split_of` of its parts, and no longer counts: it is left out of lists, feeds and ' +
      'destinations. Its parts follow it, when it is booked for example; where its amount changes they stay, and ' +
      '`split.status` is `NEEDS_REVIEW` until it is split again or joined. Splitting again replaces the parts. A part may ' +
      'have the other sign, such as a returned deposit.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed('Transaction split.', Transaction),
  })
  async split(
    @Granted() access: Access,
    @Param('transactionId', PathIdPipe) transactionId: number,
    @Body() { parts }: SplitTransactionBody,
  ) {
    const payload = { transactionId, parts: parts.map((part) => ({ ...part })) };
    await this.commands.change(SplitTransaction, payload, { access, key: transactionId });
    return { message: 'Transaction split.', data: await this.transactions.one(access, transactionId) };
  }

  @Delete(':transactionId/split')
  @Endpoint({
    summary: 'Join the parts of a transaction',
    description:
      'Removes the parts. The transaction counts and is transferred again, with its own id and what was set on it.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed('Transaction joined.', Transaction),
  })
  async join(@Granted() access: Access, @Param('transactionId', PathIdPipe) transactionId: number) {
    await this.commands.change(JoinTransaction, { transactionId }, { access, key: transactionId });
    return { message: 'Transaction joined.', data: await this.transactions.one(access, transactionId) };
  }
}
