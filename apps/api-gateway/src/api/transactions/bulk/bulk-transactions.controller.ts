import { Body, Controller, Delete, Inject, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import {
  addAll,
  AnnotateTransactions,
  BULK_ERRORS,
  BulkOutcome,
  BulkResult,
  CreateTransactions,
  DeleteTransactions,
  UpdateTransactions,
} from '@tributary/contracts';
import { changed } from '@tributary/http';
import { cutForMessages } from '@tributary/messaging';
import { type Access } from '../../../identity/access/access';
import { Granted } from '../../../identity/access/scopes.guard';
import { Commands } from '../../../rest/commands';
import { Endpoint } from '../../../rest/openapi/endpoint';
import { IdText, OrNull, Text, TextOneOf } from '../../../rest/openapi/wire.schema';
import {
  CreateTransactionsBody,
  DeleteTransactionsBody,
  UpdateTransactionsBody,
} from './bulk-transaction.bodies';
import { changeOfTransaction } from '../transaction.bodies';
import { Transaction } from '../transaction.schema';
import { TransactionsService } from '../transactions.service';

/** The size of one command's items. The reply is a few times as large at most, so both fit a message of the bus. */
const PORTION_BYTES_MAX = 100 * 1024;

const BulkResults = Type.Object({
  results: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0, description: 'Which item of the request it is about, from 0.' }),
      transaction_id: OrNull(IdText),
      success: Type.Boolean(),
      message: Text,
      data: OrNull(Transaction),
      error: OrNull(TextOneOf(BULK_ERRORS)),
      errors: Type.Record(Type.String(), Type.Array(Text), {
        description: 'What is wrong with fields of the item, by field.',
      }),
    }),
  ),
});

/** Sends a portion of the items; `part` is its number. */
type SendPortion<Item> = (items: Item[], part: number) => Promise<Pick<BulkResult, 'outcomes'>>;

@ApiTags('Finance: Transactions')
@Controller('finance/transactions/bulk')
export class BulkTransactionsController {
  constructor(
    @Inject(TransactionsService) private readonly transactions: TransactionsService,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Add transactions by hand',
    description:
      'At most 500. Each has a result of its own, in the order of the request: one that is refused says why, and the ' +
      'others are added. A body that does not fit its schema is refused as a whole.',
    scopes: ['transactions:write'],
    answer: changed('Bulk create completed.', BulkResults),
  })
  async create(@Granted() access: Access, @Body() { transactions }: CreateTransactionsBody) {
    const items = transactions.map(({ financial_account_id: financialAccountId, ...fields }) => ({
      financialAccountId,
      fields,
    }));
    const outcomes = await inPortions(items, (portion, part) =>
      this.commands.change(CreateTransactions, { items: portion, mode: 'each' }, optionsOf(access, part)),
    );
    const results = await this.toResponse(access, outcomes.map(namingTheAccount));
    return { message: 'Bulk create completed.', data: { results } };
  }

  @Put()
  @Endpoint({
    summary: 'Change transactions',
    description:
      'At most 500, each as `PUT /finance/transactions/{transactionId}` does. Each has a result of its own, in the order ' +
      'of the request: one that is refused says why, and the others are changed. A body that does not fit its schema is ' +
      'refused as a whole.',
    scopes: ['transactions:write'],
    answer: changed('Bulk update completed.', BulkResults),
  })
  async update(@Granted() access: Access, @Body() { transactions }: UpdateTransactionsBody) {
    const items = transactions.map((body, index) => ({
      transactionId: body.id,
      ...changeOfTransaction(body, `transactions.${index}`),
    }));
    const edits = items.flatMap((item) =>
      item.kind === 'edit' ? { transactionId: item.transactionId, fields: item.fields } : [],
    );
    const annotations = items.flatMap((item) =>
      item.kind === 'annotation' ? { transactionId: item.transactionId, changes: item.changes } : [],
    );
    const edited = await inPortions(edits, (portion, part) =>
      this.commands.change(UpdateTransactions, { items: portion, mode: 'each' }, optionsOf(access, part)),
    );
    const annotated = await inPortions(annotations, (portion, part) =>
      this.commands.change(AnnotateTransactions, { items: portion, mode: 'each' }, optionsOf(access, part)),
    );
    const results = { edit: edited.values(), annotation: annotated.values() };
    const named = items.map(({ kind, transactionId }) => withId(nextOf(results[kind]), transactionId));
    return { message: 'Bulk update completed.', data: { results: await this.toResponse(access, named) } };
  }

  @Delete()
  @Endpoint({
    summary: 'Remove transactions',
    description:
      'At most 500; later syncs do not bring them back. Each has a result of its own, in the order of the request: one ' +
      'that is refused says why, and the others are removed.',
    scopes: ['transactions:write'],
    answer: changed('Bulk delete completed.', BulkResults),
  })
  async delete(@Granted() access: Access, @Body() { transaction_ids: ids }: DeleteTransactionsBody) {
    const items = ids.map((transactionId) => ({ transactionId }));
    const outcomes = await inPortions(items, (portion, part) =>
      this.commands.change(DeleteTransactions, { items: portion, mode: 'each' }, optionsOf(access, part)),
    );
    const results = outcomes.map((one, index) => toResult(withId(one, ids[index]), index, null));
    return { message: 'Bulk delete completed.', data: { results } };
  }

  /** The results with the transactions as they are now. */
  private async toResponse(access: Access, outcomes: readonly BulkOutcome[]) {
    const done = outcomes.flatMap(({ transactionId, error }) =>
      error === null && transactionId !== null ? [transactionId] : [],
    );
    const known = await this.transactions.byId(access, done);
    return outcomes.map((one, index) =>
      toResult(one, index, one.error === null ? (known.get(String(one.transactionId)) ?? null) : null),
    );
  }
}

function nextOf(outcomes: Iterator<BulkOutcome>): BulkOutcome {
  const { value, done: ended } = outcomes.next() as IteratorResult<BulkOutcome, undefined>;
  if (ended) throw new Error('a bulk change has fewer results than items');
  return value;
}

function optionsOf(access: Access, part: number) {
  return { access, key: access.userId, part };
}

/** Sends portions one after the other. @returns the results of all, in the order of the items */
async function inPortions<Item>(items: readonly Item[], send: SendPortion<Item>): Promise<BulkOutcome[]> {
  const sized = items.map((item) => ({ item, bytes: Buffer.byteLength(JSON.stringify(item)) }));
  const portions = cutForMessages(sized, items.length, PORTION_BYTES_MAX);
  const outcomes: BulkOutcome[] = [];
  for (const [part, portion] of portions.entries()) addAll(outcomes, (await send(portion, part)).outcomes);
  return outcomes;
}

/** Changes the error `not_found` of a new transaction, because it is its account that is missing. */
function namingTheAccount(outcome: BulkOutcome): BulkOutcome {
  if (outcome.error !== 'not_found') return outcome;
  const message = 'The selected financial_account_id is invalid.';
  return { ...outcome, error: 'invalid', message, errors: { financial_account_id: [message] } };
}

/** Adds the transaction's id to the result of a refused item. */
function withId(outcome: BulkOutcome, transactionId: number | undefined): BulkOutcome {
  return { ...outcome, transactionId: transactionId ?? outcome.transactionId };
}

function toResult({ transactionId, error, message, errors }: BulkOutcome, index: number, data: unknown) {
  return {
    index,
    transaction_id: transactionId === null ? null : String(transactionId),
    success: error === null,
    message,
    data,
    error,
    errors,
  };
}
