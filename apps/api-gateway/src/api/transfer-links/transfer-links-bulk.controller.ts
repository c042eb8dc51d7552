import { Body, Controller, Delete, Inject, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CommandPayload,
  CommandResult,
  CreateTransferLinks,
  DeleteTransferLinks,
  LinkOutcome,
  NewTransferLink,
  sentOf,
  TransferLinkChange,
  UpdateTransferLinks,
} from '@tributary/contracts';
import { changed } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { idText } from '../../rest/wire-values';
import { CARRYING, READS_TOO } from './link-scopes';
import { LinkResults } from './link-results.schema';
import { TransferLinkView } from './transfer-link.view';
import {
  CreateTransferLinksBody,
  DeleteTransferLinksBody,
  UpdateTransferLinksBody,
} from './transfer-link.bodies';

const EACH =
  'Each link has a result of its own, in the order of the request: one that is refused leaves the others alone.';

const mode = 'each' as const;

type Bulk = typeof CreateTransferLinks | typeof UpdateTransferLinks | typeof DeleteTransferLinks;

/** Several links in one request. */
@ApiTags('Transfers: Transfer Links')
@Controller('transfer-links/bulk')
export class TransferLinksBulkController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(TransferLinkView) private readonly view: TransferLinkView,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Create transfer links',
    description: `Each takes its account’s history. ${EACH} ${READS_TOO}`,
    scopes: CARRYING,
    answer: changed('Transfer links created.', LinkResults),
  })
  async create(@Granted() access: Access, @Body() body: CreateTransferLinksBody) {
    const links = body.transfer_links.map((link) => sentOf(NewTransferLink, link));
    const outcomes = await this.change(access, CreateTransferLinks, { links, mode });
    const results = await this.toResponse(access, outcomes, 'Transfer link created.');
    return { message: 'Transfer links created.', data: { results } };
  }

  @Put()
  @Endpoint({
    summary: 'Update transfer links',
    description: `Each is named by its \`id\`; what is left out of it keeps its value. ${EACH} ${READS_TOO}`,
    scopes: CARRYING,
    answer: changed('Transfer links updated.', LinkResults),
  })
  async update(@Granted() access: Access, @Body() body: UpdateTransferLinksBody) {
    const changes = body.transfer_links.map(({ id, ...link }) => ({
      transfer_link_id: id,
      ...sentOf(TransferLinkChange, link),
    }));
    const outcomes = await this.change(access, UpdateTransferLinks, { changes, mode });
    const results = await this.toResponse(access, outcomes, 'Transfer link updated.');
    return { message: 'Transfer links updated.', data: { results } };
  }

  @Delete()
  @Endpoint({
    summary: 'Delete transfer links',
    description: `What they have sent stays at the destinations; what waits is not sent any more. ${EACH}`,
    scopes: ['transfer-links:write'],
    answer: changed('Transfer links deleted.', LinkResults),
  })
  async delete(@Granted() access: Access, @Body() { transfer_link_ids }: DeleteTransferLinksBody) {
    const payload = { transfer_link_ids: [...new Set(transfer_link_ids)], mode };
    const outcomes = await this.change(access, DeleteTransferLinks, payload);
    const results = outcomes.map((one) => toResult(one, 'Transfer link deleted.', new Map()));
    return { message: 'Transfer links deleted.', data: { results } };
  }

  /**
   * The changed links from the query model. A link whose projection the reply left out may be shown in its old state
   * for a moment.
   */
  private async toResponse(access: Access, results: readonly LinkOutcome[], message: string) {
    const ids = results.flatMap(({ transferLinkId: id, refusal }) => (refusal || id === null ? [] : [id]));
    const links = await this.view.several(access, ids);
    return results.map((outcome) => toResult(outcome, message, links));
  }

  private async change<C extends Bulk>(
    access: Access,
    contract: C,
    payload: CommandPayload<C>,
  ): Promise<readonly LinkOutcome[]> {
    const options = { access, key: access.userId, callsOut: true } as const;
    const { results }: CommandResult<Bulk> = await this.commands.change(contract, payload, options);
    return results;
  }
}

function toResult(
  { transferLinkId, refusal }: LinkOutcome,
  message: string,
  shown: ReadonlyMap<number, unknown>,
) {
  return {
    transfer_link_id: transferLinkId === null ? null : idText(transferLinkId),
    success: refusal === null,
    message: refusal?.message ?? message,
    data: transferLinkId === null ? null : (shown.get(transferLinkId) ?? null),
    error: refusal?.kind ?? null,
    errors: refusal?.errors ?? {},
  };
}
