import { Body, Controller, Headers, Inject, Param, Put } from '@nestjs/common';
import { CommandPayload, UpdateTransferLink } from '@tributary/contracts';
import { PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../auth/access';
import { Granted, Scopes } from '../auth/scopes.guard';
import { Commands } from '../commands';
import { project } from '../query-model/project';
import { resourceRow, TRANSFER_LINKS } from '../query-model/resources.projection';
import { TransferLinkView } from './transfer-link.view';
import { UpdateTransferLinkBody } from './update-transfer-link.body';

@Controller('transfer-links')
export class TransferLinksController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(TransferLinkView) private readonly view: TransferLinkView,
  ) {}

  @Put(':transferLinkId')
  @Scopes('transfer-links:write')
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
