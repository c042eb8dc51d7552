import { Controller, Delete, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DismissUnreadRows, ListUnreadRows, redactUnreadRow } from '@tributary/contracts';
import { done, ListDefinition, type ListQuery, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Commands } from '../../rest/commands';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { UnreadRow } from './unread-row.schema';

const LIST = {
  sorts: ['id'],
  defaultSort: '-id',
  includes: {},
  filters: {},
} as const satisfies ListDefinition;

const COMES_BACK =
  'It counts no longer, and the account is healthy again if nothing else is wrong. A row that the bank lists again, and that ' +
  'still cannot be read, is set aside again.';

@ApiTags('Finance: Accounts')
@Controller('finance/accounts/:accountId/unread-rows')
export class UnreadRowsController {
  constructor(@Inject(Commands) private readonly commands: Commands) {}

  @Get()
  @Endpoint({
    summary: 'List rows of the bank that could not be read',
    description:
      'They are set aside, and `unread_rows` of the account counts them. Each ends when the bank sends it right or takes ' +
      'it back, or when a later release can read it.',
    scopes: ['accounts:read', 'transactions:read'],
    of: 'resource',
    query: LIST,
    answer: pageOf(UnreadRow),
  })
  async list(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) financialAccountId: number,
    @ParsedQuery() { page }: ListQuery<typeof LIST>,
    @RequestUrl() url: string,
  ) {
    const payload = { financialAccountId, page: page.number, size: page.size };
    const options = { access, key: financialAccountId };
    const { rows, total } = await this.commands.ask(ListUnreadRows, payload, options);
    const redaction = access.seesIdentifiers ? 'none' : 'sensitive';
    const data = rows.map((row) => toResourceForm(UnreadRow, redactUnreadRow(row, redaction)));
    return paginated({ data, total, page, url });
  }

  @Delete()
  @Endpoint({
    summary: 'Dismiss all rows of the bank that could not be read',
    description: `Of this account. ${COMES_BACK}`,
    scopes: ['accounts:write'],
    of: 'resource',
    answer: done('Unread rows dismissed.'),
  })
  async dismissAll(@Granted() access: Access, @Param('accountId', PathIdPipe) financialAccountId: number) {
    await this.dismissRows(access, financialAccountId, null);
    return { message: 'Unread rows dismissed.' };
  }

  @Delete(':unreadRowId')
  @Endpoint({
    summary: 'Dismiss a row of the bank that could not be read',
    description: COMES_BACK,
    scopes: ['accounts:write'],
    of: 'resource',
    answer: done('Unread row dismissed.'),
  })
  async dismiss(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) financialAccountId: number,
    @Param('unreadRowId', PathIdPipe) unreadRowId: number,
  ) {
    await this.dismissRows(access, financialAccountId, unreadRowId);
    return { message: 'Unread row dismissed.' };
  }

  private dismissRows(access: Access, financialAccountId: number, unreadRowId: number | null) {
    const payload = { financialAccountId, unreadRowId };
    return this.commands.change(DismissUnreadRows, payload, { access, key: financialAccountId });
  }
}
