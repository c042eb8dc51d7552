import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CommandResult, RetryTransfers } from '@tributary/contracts';
import { changed, dataOf } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { RetryFailuresBody } from './transfer-failure.bodies';
import { RetriedFailures, TransferFailure, TransferFailures } from './transfer-failure.schema';
import { readFailures, readGroup } from './transfer-failures.store';

/** Failed transfers grouped by reason, so that failures of one cause are retried together. */
@ApiTags('Transfers: Transfer Logs')
@Controller('transfer-logs/failures')
export class TransferFailuresController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Count failed transfers by their reason',
    description:
      'Transactions that have failed on a link until now, by the kind of destination and the error of their last ' +
      'attempt. Those that were retried since, or whose link was deleted, are not counted.',
    scopes: ['transfer-links:read'],
    answer: dataOf(TransferFailures),
  })
  async list(@Granted() access: Access) {
    const { failures, complete } = await readFailures(this.database, access);
    return { data: { failures: failures.map((group) => toResourceForm(TransferFailure, group)), complete } };
  }

  @Post('retry')
  @Endpoint({
    summary: 'Retry failed transfers of one reason',
    description:
      'Retries up to 1,000 of them on links that are not paused; `remaining` says how many more there are.',
    scopes: ['transfer-links:write', 'accounts:read', 'transactions:read'],
    answer: changed('Failed transfers are tried again.', RetriedFailures),
  })
  async retry(@Granted() access: Access, @Body() body: RetryFailuresBody) {
    const { logIds, total } = await readGroup(this.database, access, body);
    const results = logIds.length === 0 ? [] : await this.send(access, logIds);
    const data = {
      retried: results.filter(({ success }) => success).length,
      refused: refusals(results),
      remaining: total - logIds.length,
    };
    return { message: 'Failed transfers are tried again.', data };
  }

  private async send(access: Access, transferLogIds: number[]): Promise<readonly Result[]> {
    const options = { access, key: access.userId };
    const { results } = await this.commands.change(RetryTransfers, { transferLogIds }, options);
    return results;
  }
}

type Result = CommandResult<typeof RetryTransfers>['results'][number];

function refusals(results: readonly Result[]) {
  const counts = new Map<
    string,
    { error: NonNullable<Result['error']>; message: string; transfers: number }
  >();
  for (const { error, message } of results) {
    if (error === null) continue;
    const { transfers } = counts.get(error) ?? { transfers: 0 };
    counts.set(error, { error, message, transfers: transfers + 1 });
  }
  return [...counts.values()];
}
