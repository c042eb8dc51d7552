import { Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { UnreadRow } from '../../documents/accounts/unread-row.document';
import { AccountUpsertedV1 } from '../../events/accounts/account-upserted.v1';
import { Id, Nullable } from '../../scalars';

export const ListUnreadRows = defineCommand({
  service: 'ingestion-sync',
  name: 'list-unread-rows',
  description: 'Rows of an account’s bank that could not be read and are set aside, newest first.',
  payload: Type.Object({
    financialAccountId: Id,
    page: Type.Integer({ minimum: 1 }),
    /** A row has up to 128 KB. */
    size: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  result: Type.Object({ rows: Type.Array(UnreadRow), total: Type.Integer({ minimum: 0 }) }),
  reading: true,
  confidential: true,
});

export const DismissUnreadRows = defineCommand({
  service: 'ingestion-sync',
  name: 'dismiss-unread-rows',
  description:
    'Removes a row of an account that is set aside, or all of them. Each comes back if the bank lists it again and it still ' +
    'cannot be read.',
  payload: Type.Object({
    financialAccountId: Id,
    /** Null: all of them. */
    unreadRowId: Nullable(Id),
  }),
  result: AccountUpsertedV1.payload,
});
