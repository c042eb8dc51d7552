import { Type } from '@sinclair/typebox';
import { Nullable } from '../scalars';
import { secret, texts } from './credential-fields';
import { defineDestination } from './descriptor';

const textOrNull = Nullable(Type.String());

export const SHEETS = defineDestination({
  type: 'SHEETS',
  connect: {
    summary: 'Connect spreadsheets',
    description:
      'With `redirect_url`, by the user’s own account: then send the user’s browser to `auth_url`. Or with ' +
      '`service_account_key`: share the spreadsheets with the service account first. The same account again renews ' +
      'the connection, with the spreadsheets that are named now.',
    credentials: {
      serviceAccountKey: secret(
        'The JSON file of a service account’s key, as text; without it, `redirect_url` is needed.',
        16_384,
      ),
      spreadsheets: texts('spreadsheet', 100, 'Ids or addresses of spreadsheets that the account may edit.'),
    },
    besideLink: ['spreadsheets'],
  },
  /** The address with which users share spreadsheets, and the address of their own account. */
  facts: { service_account_email: Type.String(), account_email: textOrNull },
  unit: {
    kind: 'SPREADSHEET',
    resource: 'Spreadsheet',
    name: 'spreadsheet',
    plural: 'spreadsheets',
    fields: { url: textOrNull, locale: textOrNull, time_zone: textOrNull },
  },
  /** A tab; `sheets_id` is its own number, which outlives a change of its name. */
  target: {
    kind: 'SHEET',
    resource: 'Sheet',
    name: 'sheet',
    plural: 'sheets',
    fields: { position: Type.Integer({ minimum: 0 }) },
  },
  hasCategories: false,
  action: { description: 'Sets a column of the sheet.', undoable: false, fields: null },
  sample: {
    ids: [74, 75, 76],
    connection: { name: 'Spreadsheets', service_account_email: 'writer@project.iam.example' },
    unit: {
      name: 'Money 2026',
      sheets_id: '1BxiMVs0',
      url: 'https://sheets.example/d/1BxiMVs0',
      locale: 'en_GB',
      time_zone: 'Europe/Helsinki',
    },
    target: { sheets_id: '0', name: 'Transactions', position: 0 },
    credentials: { serviceAccountKey: '{}', spreadsheets: ['sheet-1'] },
  },
});
