import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Static, Type } from '@sinclair/typebox';
import {
  ChangedTransferLink,
  clearedByNull,
  CreateTransferLinks,
  DeleteTransferLinks,
  FieldErrors,
  NewTransferLink,
  Problem,
  RetryTransferLink,
  sentOf,
  TransferLinkChange,
  UpdateTransferLinks,
} from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { CountText } from '../../rest/openapi/wire.schema';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { wireText } from '../../rest/wire-values';
import { CARRYING, READS_TOO } from './link-scopes';
import { CreateTransferLinkBody, UpdateTransferLinkBody } from './transfer-link.bodies';
import { TransferLink } from './transfer-link.schema';
import { TransferLinkView } from './transfer-link.view';
import { TRANSFER_LINKS } from '../included/transfer-links.store';
import type { TransferLinkQuery } from '../included/transfer-links.store';

const mode = 'all_or_none' as const;

const Retried = Type.Object({ retried: CountText });

@ApiTags('Transfers: Transfer Links')
@Controller('transfer-links')
export class TransferLinksController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(TransferLinkView) private readonly view: TransferLinkView,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List transfer links',
    scopes: ['transfer-links:read'],
    query: TRANSFER_LINKS,
    answer: pageOf(TransferLink),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: TransferLinkQuery, @RequestUrl() url: string) {
    const { data, total } = await this.view.page(access, query);
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':transferLinkId')
  @Endpoint({
    summary: 'Show a transfer link, and how far it is with its account’s history',
    scopes: ['transfer-links:read'],
    description:
      'With its account, destination and rules as far as the token may read them; with `include` those alone.',
    of: 'resource',
    query: TRANSFER_LINKS.alone,
    answer: dataOf(TransferLink),
  })
  async show(
    @Granted() access: Access,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
    @ParsedQuery() { includes }: ResourceQuery<typeof TRANSFER_LINKS.alone>,
  ) {
    return { data: await this.view.one(access, transferLinkId, includes) };
  }

  @Post()
  @Endpoint({
    summary: 'Create a transfer link',
    description:
      'It takes the account’s history, from `transfer_start_date` on, in the background: `history` shows the progress. An ' +
      `account is linked to a destination once. ${READS_TOO}`,
    scopes: CARRYING,
    status: 201,
    answer: changed('Transfer link created.', TransferLink),
  })
  async create(@Granted() access: Access, @Body() body: CreateTransferLinkBody) {
    const payload = { links: [sentOf(NewTransferLink, body)], mode };
    const options = { access, key: access.userId };
    try {
      const { results } = await this.commands.change(CreateTransferLinks, payload, options);
      const id = results[0]?.transferLinkId ?? null;
      if (id === null) throw new Error('the reply to create-transfer-links names no link');
      return { message: 'Transfer link created.', data: await this.view.one(access, id) };
    } catch (error) {
      throw ofTheOnly(error);
    }
  }

  @Put(':transferLinkId')
  @Endpoint({
    summary: 'Update a transfer link',
    description:
      'Members that are left out keep their value; `on_booked_change` is merged member by member; null clears ' +
      `${clearedByNull(TransferLinkChange)}. ${READS_TOO}`,
    scopes: CARRYING,
    of: 'resource',
    answer: changed('Transfer link updated.', TransferLink),
  })
  async update(
    @Granted() access: Access,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
    @Body() body: UpdateTransferLinkBody,
  ) {
    const changes = sentOf(TransferLinkChange, body);
    const data = await this.change(access, { transfer_link_id: transferLinkId, ...changes });
    return { message: 'Transfer link updated.', data };
  }

  @Post(':transferLinkId/pause')
  @Endpoint({
    summary: 'Pause a transfer link',
    description: 'What is at the destination stays there; what waits to be sent waits on.',
    scopes: ['transfer-links:write'],
    of: 'resource',
    answer: changed('Transfer link paused.', TransferLink),
  })
  async pause(@Granted() access: Access, @Param('transferLinkId', PathIdPipe) transferLinkId: number) {
    const data = await this.change(access, { transfer_link_id: transferLinkId, active: false });
    return { message: 'Transfer link paused.', data };
  }

  @Post(':transferLinkId/resume')
  @Endpoint({
    summary: 'Resume a transfer link',
    description: `Transactions of the meantime are sent from the account’s history. ${READS_TOO}`,
    scopes: CARRYING,
    of: 'resource',
    answer: changed('Transfer link resumed.', TransferLink),
  })
  async resume(@Granted() access: Access, @Param('transferLinkId', PathIdPipe) transferLinkId: number) {
    const data = await this.change(access, { transfer_link_id: transferLinkId, active: true });
    return { message: 'Transfer link resumed.', data };
  }

  @Post(':transferLinkId/retry')
  @Endpoint({
    summary: 'Try everything again that failed on a transfer link',
    scopes: [...CARRYING, 'transactions:read'],
    of: 'resource',
    answer: changed('Failed transfers are tried again.', Retried),
  })
  async retry(@Granted() access: Access, @Param('transferLinkId', PathIdPipe) transferLinkId: number) {
    const options = { access, key: transferLinkId };
    const { retried } = await this.commands.change(RetryTransferLink, { transferLinkId }, options);
    return { message: 'Failed transfers are tried again.', data: { retried: wireText(retried) } };
  }

  @Delete(':transferLinkId')
  @Endpoint({
    summary: 'Delete a transfer link',
    description:
      'What it has sent stays at the destination, and in the transfer logs; what waits is not sent any more.',
    scopes: ['transfer-links:write'],
    of: 'resource',
    answer: done('Transfer link deleted.'),
  })
  async delete(@Granted() access: Access, @Param('transferLinkId', PathIdPipe) transferLinkId: number) {
    const payload = { transfer_link_ids: [transferLinkId], mode };
    await this.commands.change(DeleteTransferLinks, payload, { access, key: transferLinkId });
    return { message: 'Transfer link deleted.' };
  }

  private async change(access: Access, change: Static<typeof ChangedTransferLink>) {
    const id = change.transfer_link_id;
    await this.commands.change(UpdateTransferLinks, { changes: [change], mode }, { access, key: id });
    return this.view.one(access, id);
  }
}

/** Removes the index from field paths of an error of an owner of 0.2: here it was one link. */
function ofTheOnly(error: unknown): unknown {
  if (!(error instanceof Problem) || error.detail.kind !== 'invalid') return error;
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(error.detail.errors).map(([path, messages]) => [
      path.replace(/^links\.0\./, ''),
      messages,
    ]),
  );
  return Problem.invalid(errors);
}
