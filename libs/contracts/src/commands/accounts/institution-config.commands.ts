import { Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { AccountConfig, AccountConfigChange } from '../../documents/accounts/finance.documents';
import { AccountUpsertedV1 } from '../../events/accounts/account-upserted.v1';
import { Id, Nullable } from '../../scalars';

export const ShowInstitutionConfig = defineCommand({
  service: 'ingestion-sync',
  name: 'show-institution-config',
  description:
    'How the accounts of a user at an institution are synced where nothing was set for an account itself.',
  payload: Type.Object({ institutionId: Id }),
  result: Type.Object({ config: AccountConfig }),
  reading: true,
});

export const UpdateInstitutionConfig = defineCommand({
  service: 'ingestion-sync',
  name: 'update-institution-config',
  description:
    'Changes how the accounts of a user at an institution are synced where nothing was set for an account itself; ' +
    'members that are left out keep their value, and null takes all of them back.',
  payload: Type.Object({ institutionId: Id, config: Nullable(AccountConfigChange) }),
  result: Type.Object({
    config: AccountConfig,
    /** Accounts that the command changed. */
    accounts: Type.Array(AccountUpsertedV1.payload),
  }),
});
