import { Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../contract';
import {
  budgetaSample,
  budgetbSample,
  sheetsSample,
  workspaceSample,
} from '../documents/destination.samples';
import { Id, IsoTime, Version } from '../documents/scalars';
import {
  BudgetAccountDocument,
  BudgetbAccountDocument,
  BudgetbBudgetDocument,
  BudgetDocument,
  DatabaseDocument,
  DataSourceDocument,
  DestinationConnectionDocument,
  SheetDocument,
  SpreadsheetDocument,
} from '../documents/destination.documents';
import { DestinationType } from '../documents/transfer.documents';

const row = { id: Id, version: Version, deleted: Type.Boolean(), createdAt: IsoTime, updatedAt: IsoTime };

/** Ids are one sequence for all connections, one for what stands in them, one for what links point at. */
export const DestinationResource = Type.Union([
  Type.Object({ ...row, kind: Type.Literal('CONNECTION'), document: DestinationConnectionDocument }),
  Type.Object({ ...row, kind: Type.Literal('BUDGET'), document: BudgetDocument }),
  Type.Object({ ...row, kind: Type.Literal('BUDGET_ACCOUNT'), document: BudgetAccountDocument }),
  Type.Object({ ...row, kind: Type.Literal('BUDGETB_BUDGET'), document: BudgetbBudgetDocument }),
  Type.Object({ ...row, kind: Type.Literal('BUDGETB_ACCOUNT'), document: BudgetbAccountDocument }),
  Type.Object({ ...row, kind: Type.Literal('SPREADSHEET'), document: SpreadsheetDocument }),
  Type.Object({ ...row, kind: Type.Literal('SHEET'), document: SheetDocument }),
  Type.Object({ ...row, kind: Type.Literal('DATABASE'), document: DatabaseDocument }),
  Type.Object({ ...row, kind: Type.Literal('DATA_SOURCE'), document: DataSourceDocument }),
]);
export type DestinationResource = Static<typeof DestinationResource>;

/**
 * A destination connection and the resources below it (budgets, their accounts) were read or changed. Large
 * connections come in several messages. Key: connection id.
 */
export const DestinationUpsertedV1 = defineEvent({
  topic: 'destination.upserted',
  version: 1,
  description: 'A destination connection or resources below it were read or changed.',
  producer: 'transfer-engine',
  consumers: ['api-gateway'],
  keyedBy: 'connectionId',
  itemsIn: 'resources',
  payload: Type.Object({
    userId: Id,
    connectionId: Id,
    destinationType: DestinationType,
    resources: Type.Array(DestinationResource, { minItems: 1, maxItems: 500 }),
  }),
  sample: budgetaSample,
  furtherSamples: [budgetbSample, sheetsSample, workspaceSample],
});
