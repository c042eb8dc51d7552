import { Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { TransactionDocument } from '../../documents/transactions/transaction.document';
import { Id } from '../../scalars';

export const ShowReportedTransaction = defineCommand({
  service: 'ingestion-sync',
  name: 'show-reported-transaction',
  description:
    'A transaction as its bank or its file reports it, before rules and before what the user set; of a part, the transaction ' +
    'that was split. Not there where it was added by hand.',
  payload: Type.Object({ transactionId: Id }),
  result: Type.Object({ document: TransactionDocument }),
  reading: true,
});
