import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Access } from '../../../identity/access/access';
import { Granted } from '../../../identity/access/scopes.guard';
import { Endpoint, FILE_TYPES } from '../../../rest/openapi/endpoint';
import { ParsedQuery } from '../../../rest/lists/query.guard';
import { TRANSACTION_EXPORT, TransactionExport, type TransactionExportQuery } from './transaction-export';

@ApiTags('Finance: Transactions')
@Controller('finance/transactions/export')
export class TransactionExportController {
  constructor(@Inject(TransactionExport) private readonly transactions: TransactionExport) {}

  @Get()
  @Endpoint({
    summary: 'Download the transactions that match as CSV',
    description:
      'RFC 4180 in UTF-8, with the filters and sorts of the list; at most 1,000,000 rows (422 for more). Which rows there are is ' +
      'decided when the download begins; their values are read as it proceeds, and a transaction that is removed meanwhile is ' +
      'left out. Texts that a spreadsheet would run as a formula begin with an apostrophe. `financial_account.name` is ' +
      'empty without `accounts:read`. A download that is cut off does not end as HTTP requires: it is an error to clients.',
    scopes: ['transactions:read'],
    query: TRANSACTION_EXPORT,
    answer: 'csv',
  })
  async export(
    @Granted() access: Access,
    @ParsedQuery() query: TransactionExportQuery,
    @Res() reply: FastifyReply,
  ) {
    const file = await this.transactions.open(access, query);
    return reply
      .header('content-type', `${FILE_TYPES.csv}; charset=utf-8; header=present`)
      .header('content-disposition', 'attachment; filename="transactions.csv"')
      .send(file);
  }
}
