import { Body, Controller, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CommandResult, Problem, RetryTransfers, UndoTransfers } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { toTransferLink } from '../included/transfer-link.resource';
import { readTransferLinks } from '../included/transfer-links.store';
import { RetryResults, TransferLog, UndoResults } from './transfer-log.schema';
import { TransferLogsBody } from './transfer-log.bodies';
import { TRANSFER_LOGS, TransferLogRow } from './transfer-logs.store';
import type { TransferLogQuery } from './transfer-logs.store';

/** A caller who retries or undoes a transfer must be able to read its data. */
const CARRYING = ['transfer-links:write', 'accounts:read', 'transactions:read'] as const;

type Decision = typeof RetryTransfers | typeof UndoTransfers;

@ApiTags('Transfers: Transfer Logs')
@Controller('transfer-logs')
export class TransferLogsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List attempts to carry transactions to destinations',
    description:
      'One log for each attempt, with the current status of its transaction on the link and the known state of its ' +
      'row at the destination.',
    scopes: ['transfer-links:read'],
    query: TRANSFER_LOGS,
    answer: pageOf(TransferLog),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: TransferLogQuery, @RequestUrl() url: string) {
    const { rows, total } = await TRANSFER_LOGS.page(this.database, query, access);
    const data = await this.withLinks(access, rows, query.includes);
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':transferLogId')
  @Endpoint({
    summary: 'Show a transfer log',
    scopes: ['transfer-links:read'],
    of: 'resource',
    query: TRANSFER_LOGS.alone,
    answer: dataOf(TransferLog),
  })
  async show(
    @Granted() access: Access,
    @Param('transferLogId', PathIdPipe) transferLogId: number,
    @ParsedQuery() { includes }: ResourceQuery<typeof TRANSFER_LOGS.alone>,
  ) {
    const row = await TRANSFER_LOGS.one(this.database, transferLogId, access);
    const [data] = await this.withLinks(access, [row], includes);
    return { data };
  }

  @Post(':transferLogId/retry')
  @Endpoint({
    summary: 'Try a transfer again',
    description:
      'What failed; what the user deleted at the destination (it is made again); or a change that was left out ' +
      'because the user had changed the row there (it is made now). 409 where there is nothing to be done.',
    scopes: CARRYING,
    of: 'resource',
    answer: changed('Transfer is tried again.', TransferLog),
  })
  async retry(@Granted() access: Access, @Param('transferLogId', PathIdPipe) transferLogId: number) {
    await this.one(RetryTransfers, access, transferLogId);
    return { message: 'Transfer is tried again.', data: await this.log(access, transferLogId) };
  }

  @Post(':transferLogId/undo')
  @Endpoint({
    summary: 'Take a transfer back',
    description:
      'Removes the row at the destination, unless the user has reconciled it there. 409 where there is nothing to ' +
      'be removed.',
    scopes: CARRYING,
    of: 'resource',
    answer: changed('Transfer is being undone.', TransferLog),
  })
  async undo(@Granted() access: Access, @Param('transferLogId', PathIdPipe) transferLogId: number) {
    await this.one(UndoTransfers, access, transferLogId);
    return { message: 'Transfer is being undone.', data: await this.log(access, transferLogId) };
  }

  @Put('retry-bulk')
  @Endpoint({
    summary: 'Try transfers again',
    description: 'Each log has a result of its own: one that cannot be retried fails alone.',
    scopes: CARRYING,
    answer: changed('Bulk retry completed.', RetryResults),
  })
  async retryBulk(@Granted() access: Access, @Body() body: TransferLogsBody) {
    const results = await this.send(RetryTransfers, access, body.transferLogIds);
    return { message: 'Bulk retry completed.', data: { results: results.map(toResult) } };
  }

  @Put('undo-bulk')
  @Endpoint({
    summary: 'Take transfers back',
    description:
      'Removes the rows at the destinations. Each log has a result of its own: one that cannot be undone fails alone.',
    scopes: CARRYING,
    answer: changed('Bulk undo completed.', UndoResults),
  })
  async undoBulk(@Granted() access: Access, @Body() body: TransferLogsBody) {
    const results = await this.send(UndoTransfers, access, body.transferLogIds);
    return { message: 'Bulk undo completed.', data: { results: results.map(toResult) } };
  }

  /** @throws Problem (not_found, conflict) */
  private async one(contract: Decision, access: Access, transferLogId: number): Promise<void> {
    const [result] = await this.send(contract, access, [transferLogId]);
    if (!result || result.error === 'not_found') throw Problem.notFound();
    if (!result.success) throw Problem.conflict(result.message);
  }

  private async send(contract: Decision, access: Access, ids: readonly number[]): Promise<readonly Result[]> {
    const payload = { transferLogIds: [...new Set(ids)] };
    const options = { access, key: access.userId };
    const { results }: CommandResult<Decision> = await this.commands.change(contract, payload, options);
    return results;
  }

  private async log(access: Access, id: number) {
    return toResourceForm(TransferLog, await TRANSFER_LOGS.one(this.database, id, access));
  }

  /** Logs as REST resources, with their links if these are included. */
  private async withLinks(
    access: Access,
    rows: readonly TransferLogRow[],
    includes: TransferLogQuery['includes'],
  ) {
    const links = includes.has('transfer_link') ? await this.linksOf(access, rows) : null;
    return rows.map((row) =>
      toResourceForm(TransferLog, {
        ...row,
        ...(links && { transfer_link: links.get(row.transfer_link_id) ?? null }),
      }),
    );
  }

  private async linksOf(access: Access, rows: readonly TransferLogRow[]) {
    const ids = [...new Set(rows.map((row) => row.transfer_link_id))];
    const links = await readTransferLinks(this.database, access, ids);
    return new Map([...links].map(([id, link]) => [id, toTransferLink(link)]));
  }
}

type Result = CommandResult<Decision>['results'][number];

function toResult({ transferLogId, success, message, error }: Result) {
  return { transfer_log_id: String(transferLogId), success, message, error };
}
