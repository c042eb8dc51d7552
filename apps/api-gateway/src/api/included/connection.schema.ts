import { Type } from '@sinclair/typebox';
import { CONNECTION, Health } from '@tributary/contracts';
import { PausedOrNull } from '../../rest/openapi/paused.schema';
import { component, referenceTo } from '../../rest/openapi/components';
import { CountText, OrNull, TimeOrNull } from '../../rest/openapi/wire.schema';
import { Institution } from '../institutions/institution.schema';

export const HealthSchema = component('Health', Health);

/** The id of the grant that made the connection is not shown, only whether the connection is paused. */
const { grant_id: _grant, ...members } = CONNECTION.members;

const connection = {
  ...members,
  reference: Type.Union([Type.String(), Type.Null()], {
    description: 'Correlation id that the caller gave.',
  }),
  health: HealthSchema,
  paused: PausedOrNull,
  institution: Type.Optional(OrNull(Institution)),
  financial_accounts: Type.Optional(Type.Array(referenceTo('FinancialAccount'))),
  financial_accounts_count: CountText,
};

/** A user's consent at an institution. */
export const FinancialConnection = component('FinancialConnection', Type.Object(connection));

/** A connection whose accounts are about to be synced. */
export const SyncedConnection = component(
  'SyncedFinancialConnection',
  Type.Object({
    ...connection,
    sync: Type.Object({
      scheduled: { ...CountText, description: 'Accounts that are synced at once.' },
      next_allowed_at: TimeOrNull,
    }),
  }),
);

/** A connection whose user has to give a consent. */
export const ConnectionToAuthorize = component(
  'FinancialConnectionToAuthorize',
  Type.Object({
    ...connection,
    auth_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Where the user gives the consent; null where a setup token stood for it.',
    }),
  }),
);
