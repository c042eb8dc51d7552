import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import {
  ConfigureAccounts,
  CreateAccount,
  DeleteAccount,
  Problem,
  SyncAccounts,
  UpdateAccount,
} from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { CreateAccountBody, UpdateAccountBody, ConfigureAccountsBody, SyncBody } from './account.bodies';
import { configChangeOf } from './account-config.bodies';
import { FinancialAccount } from './account.schema';
import { ACCOUNTS, type AccountQuery } from './accounts.store';
import { AccountsService } from './accounts.service';
import { type PresentUser, Sender } from './present-user';

@ApiTags('Finance: Accounts')
@Controller('finance/accounts')
export class AccountsController {
  constructor(
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List financial accounts',
    scopes: ['accounts:read'],
    query: ACCOUNTS,
    answer: pageOf(FinancialAccount),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: AccountQuery, @RequestUrl() url: string) {
    const { data, total } = await this.accounts.page(access, query, viewFor(access, query.includes));
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':accountId')
  @Endpoint({
    summary: 'Show a financial account',
    scopes: ['accounts:read'],
    of: 'resource',
    query: ACCOUNTS.alone,
    answer: dataOf(FinancialAccount),
  })
  async one(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @ParsedQuery() query: ResourceQuery<typeof ACCOUNTS.alone>,
  ) {
    return { data: await this.accounts.one(access, accountId, viewFor(access, query.includes)) };
  }

  @Post()
  @Endpoint({
    summary: 'Add a financial account that is kept by hand',
    description:
      'Cash, or an account at a bank that is not offered. Its balances and transactions are recorded by hand, and it is ' +
      'never synced. Its `integrator` is `MANUAL`, and it has no connection: `financial_connection_id` is empty.',
    scopes: ['accounts:write'],
    status: 201,
    answer: changed('Account created.', FinancialAccount),
  })
  async create(@Granted() access: Access, @Body() body: CreateAccountBody) {
    if (access.accountIds !== null) throw Problem.conflict(RESTRICTED);
    const { name, currency, account_category: category, cash_account_type: cashAccountType = null } = body;
    const payload = { name, currency, category, cashAccountType };
    const { id } = await this.commands.change(CreateAccount, payload, { access, key: access.userId });
    return {
      message: 'Account created.',
      data: await this.accounts.one(access, id, viewFor(access, new Set())),
    };
  }

  @Put('bulk')
  @Endpoint({
    summary: 'Configure financial accounts',
    description: 'All of them or, where one is not there, none.',
    scopes: ['accounts:write'],
    answer: changed('Accounts updated.', Type.Array(FinancialAccount)),
  })
  async configure(@Granted() access: Access, @Body() body: ConfigureAccountsBody) {
    const financialAccountIds = body.financial_account_ids;
    await this.commands.change(
      ConfigureAccounts,
      { connectionId: null, financialAccountIds, config: configChangeOf(body.config) },
      { access, key: access.userId },
    );
    const accounts = await this.accounts.byId(access, financialAccountIds, viewFor(access, new Set()));
    return { message: 'Accounts updated.', data: [...accounts.values()] };
  }

  @Put(':accountId')
  @Endpoint({
    summary: 'Update a financial account',
    description:
      'Its name of the user’s own, its time zone, whether and how it is synced. What is left out keeps its value, `config` ' +
      'member by member.',
    scopes: ['accounts:write'],
    of: 'resource',
    answer: changed('Account updated.', FinancialAccount),
  })
  async update(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @Body() body: UpdateAccountBody,
  ) {
    await this.commands.change(
      UpdateAccount,
      {
        financialAccountId: accountId,
        ...(body.custom_name === undefined ? {} : { customName: body.custom_name }),
        ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
        ...(body.time_zone === undefined ? {} : { timeZone: body.time_zone }),
        ...(body.config === undefined ? {} : { config: configChangeOf(body.config) }),
      },
      { access, key: accountId },
    );
    return {
      message: 'Account updated.',
      data: await this.accounts.one(access, accountId, viewFor(access, new Set())),
    };
  }

  @Post(':accountId/sync')
  @Endpoint({
    summary: 'Sync a financial account now',
    description:
      'Within the daily allowance that its institution grants: where that is used up, `sync.next_allowed_at` says ' +
      'when the sync is made. With `user_present` it is not counted, where the institution makes that difference.',
    scopes: ['accounts:write'],
    of: 'resource',
    answer: changed('Sync scheduled.', FinancialAccount),
  })
  async sync(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @Body() body: SyncBody,
    @Sender() sender: PresentUser,
  ) {
    const account = await this.accounts.one(access, accountId, viewFor(access, new Set()));
    const payload = {
      connectionId: null,
      financialAccountIds: [accountId],
      ...(body.user_present ? { user: sender } : {}),
    };
    const options = { access, key: accountId };
    const { nextAllowedAt } = await this.commands.change(SyncAccounts, payload, options);
    const sync = { backfill_completes_at: null, ...(account.sync as object), next_allowed_at: nextAllowedAt };
    return { message: 'Sync scheduled.', data: { ...account, sync } };
  }

  @Delete(':accountId')
  @Endpoint({
    summary: 'Remove a financial account and all that was read for it',
    description:
      'A renewed consent of its connection does not bring it back; a new connection does, as a new one.',
    scopes: ['accounts:write'],
    of: 'resource',
    answer: done('Account deleted.'),
  })
  async delete(@Granted() access: Access, @Param('accountId', PathIdPipe) accountId: number) {
    const options = { access, key: accountId };
    await this.commands.change(DeleteAccount, { financialAccountId: accountId }, options);
    return { message: 'Account deleted.' };
  }
}

const RESTRICTED = 'A token for single accounts cannot add an account: it would not be granted the new one.';

function viewFor(access: Access, includes: ReadonlySet<string>) {
  return {
    identifiers: access.seesIdentifiers,
    connection: includes.has('financial_connection'),
    institution: includes.has('financial_connection.institution'),
    relations: true,
  };
}
