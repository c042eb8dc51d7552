import { Type } from '@sinclair/typebox';
import { HealthSchema } from '../finance/connection.schema';
import { component, referenceTo } from '../openapi/components';
import { CountText, FlagText, IdText, Text, TextOrNull, TimeOrNull, TimeText } from '../openapi/wire.schema';
import { connectionSchema } from './connection.schema';
import { DestinationKind } from './destination-kind';

/** A tab of a spreadsheet: what a SHEETS link points to. */
export const Sheet = component(
  'Sheet',
  Type.Object({
    id: IdText,
    spreadsheet_id: IdText,
    sheets_id: Text,
    name: Text,
    position: CountText,
    created_at: TimeText,
    updated_at: TimeText,
    spreadsheet: Type.Optional(referenceTo('Spreadsheet')),
    health: HealthSchema,
    transfer_links: Type.Optional(Type.Array(referenceTo('TransferLink'))),
  }),
);

const Spreadsheet = component(
  'Spreadsheet',
  Type.Object({
    id: IdText,
    connection_id: IdText,
    sheets_id: Text,
    enabled: FlagText,
    name: Text,
    url: TextOrNull,
    locale: TextOrNull,
    time_zone: TextOrNull,
    last_synced_at: TimeOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    connection: Type.Optional(referenceTo('SheetsConnection')),
    sheets: Type.Optional(Type.Array(Sheet)),
  }),
);

const SheetsConnection = connectionSchema(
  'SheetsConnection',
  { service_account_email: TextOrNull },
  'spreadsheets',
  Spreadsheet,
);

export const SHEETS = {
  type: 'SHEETS',
  path: 'sheets',
  connection: {
    idName: 'sheetsConnectionId',
    schema: SheetsConnection,
    own: ['service_account_email'],
  },
  unit: {
    name: 'spreadsheet',
    plural: 'spreadsheets',
    idName: 'spreadsheetId',
    schema: Spreadsheet,
    parent: 'connection_id',
  },
  target: { name: 'sheet', plural: 'sheets', idName: 'sheetId', schema: Sheet, parent: 'spreadsheet_id' },
} as const satisfies DestinationKind;
