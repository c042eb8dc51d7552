import { Body, Controller, Headers, Inject, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CommandPayload, UpdateTransferLink } from '@tributary/contracts';
import { changed, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Commands } from '../commands';
import { Endpoint } from '../openapi/endpoint';
import { project } from '../query-model/project';
import { resourceRow, TRANSFER_LINKS } from '../query-model/resources.projection';
import { TransferLink } from './transfer-link.schema';
import { TransferLinkView } from './transfer-link.view';
import { UpdateTransferLinkBody } from './update-transfer-link.body';

@ApiTags('Transfers: Transfer Links')
@Controller('transfer-links')
export class TransferLinksController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(TransferLinkView) private readonly view: TransferLinkView,
  ) {}

  @Put(':transferLinkId')
  @Endpoint({
    summary: 'Update a transfer link',
    description:
      'Members that are left out keep their value; `on_booked_change` is merged member by member; null clears ' +
      '`transfer_start_date`.',
    scopes: ['transfer-links:write'],
    of: 'resource',
    answer: changed('Transfer link updated.', TransferLink),
  })
  async update(
    @Granted() access: Access,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
    @Body() body: UpdateTransferLinkBody,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ) {
    const link = await this.commands.send(UpdateTransferLink, fromBody(transferLinkId, body), {
      access,
      key: transferLinkId,
      idempotencyKey,
    });
    await project(this.database, TRANSFER_LINKS, [resourceRow(link)]); // so that the caller reads what it wrote
    return { message: 'Transfer link updated.', data: await this.view.of(access, link) };
  }
}

function fromBody(
  transferLinkId: number,
  body: UpdateTransferLinkBody,
): CommandPayload<typeof UpdateTransferLink> {
  const changes = {
    financialAccountId: body.financial_account_id,
    destinationType: body.destination_type,
    destinationId: body.destination_id,
    transferStartDate: body.transfer_start_date,
    active: body.active,
    syncMode: body.sync_mode,
    onBookedChange: body.on_booked_change && sent({ ...body.on_booked_change }),
  };
  return { transferLinkId, ...sent(changes) };
}

/** Only what the client sent: what is left out keeps its value. */
function sent<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
