import { Body, Controller, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateTransferPair, DecideTransferPair } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toDocumentForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { CreateTransferPairBody, DecideTransferPairBody } from './transfer-pair.bodies';
import { TransferPair } from './transfer-pair.schema';
import { TRANSFER_PAIRS, type TransferPairQuery } from './transfer-pairs.store';

const CREATED = 'Transfer pair created.';
const UPDATED = 'Transfer pair updated.';

@ApiTags('Finance: Transactions')
@Controller('finance/transfer-pairs')
export class TransferPairsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List transfers between own accounts',
    description:
      'PROPOSED ones have opposite signs and are booked at most five days apart on two accounts of the user, with the same amount ' +
      'in one currency, or with amounts in two currencies at most 4 % from the day rate (`exchange`); they wait for a decision. Transactions of CONFIRMED ones are marked `is_own_transfer`. Only pairs of which the ' +
      'token sees both accounts are shown.',
    scopes: ['transactions:read'],
    query: TRANSFER_PAIRS,
    answer: pageOf(TransferPair),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: TransferPairQuery, @RequestUrl() url: string) {
    const { rows, total } = await TRANSFER_PAIRS.page(this.database, query, access);
    const data = rows.map((row) => toDocumentForm(TransferPair, row));
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':transferPairId')
  @Endpoint({
    summary: 'Show a transfer between own accounts',
    scopes: ['transactions:read'],
    of: 'resource',
    answer: dataOf(TransferPair),
  })
  async show(@Granted() access: Access, @Param('transferPairId', PathIdPipe) transferPairId: number) {
    return { data: await this.find(access, transferPairId) };
  }

  @Post()
  @Endpoint({
    summary: 'Confirm that two transactions are a transfer between own accounts',
    description:
      'Of two accounts, one out and one in, whatever the days; with the same amount if they have one currency.',
    scopes: ['transactions:write'],
    status: 201,
    answer: changed(CREATED, TransferPair),
  })
  async create(@Granted() access: Access, @Body() body: CreateTransferPairBody) {
    const payload = { transactionIds: [body.transaction_id, body.counterpart_transaction_id] };
    const { pair } = await this.commands.change(CreateTransferPair, payload, { access, key: access.userId });
    return { message: CREATED, data: await this.find(access, pair.id) };
  }

  @Put(':transferPairId')
  @Endpoint({
    summary: 'Confirm or reject a transfer between own accounts',
    description:
      'A rejected pair is not proposed again. What was confirmed can be rejected later, which takes the mark off both transactions, ' +
      'and the other way round.',
    scopes: ['transactions:write'],
    of: 'resource',
    answer: changed(UPDATED, TransferPair),
  })
  async decide(
    @Granted() access: Access,
    @Param('transferPairId', PathIdPipe) transferPairId: number,
    @Body() { status }: DecideTransferPairBody,
  ) {
    await this.commands.change(
      DecideTransferPair,
      { transferPairId, status },
      { access, key: transferPairId },
    );
    return { message: UPDATED, data: await this.find(access, transferPairId) };
  }

  private async find(access: Access, id: number) {
    return toDocumentForm(TransferPair, await TRANSFER_PAIRS.one(this.database, id, access));
  }
}
