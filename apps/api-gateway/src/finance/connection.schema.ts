import { Type } from '@sinclair/typebox';
import { CONNECTION_STATUSES, Health } from '@tributary/contracts';
import { PausedOrNull } from '../made-by-apps/made-by-apps.schema';
import { component, referenceTo } from '../openapi/components';
import {
  CountText,
  FlagText,
  IdText,
  OrNull,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../openapi/wire.schema';
import { Institution } from './institution.schema';

export const HealthSchema = component('Health', Health);

const connection = {
  id: IdText,
  institution_id: IdText,
  region: TextOrNull,
  enabled: FlagText,
  status: TextOneOf(CONNECTION_STATUSES),
  status_message: TextOrNull,
  sync_balances: FlagText,
  supports_reauthorization: Type.Boolean(),
  supports_manage: Type.Boolean(),
  max_historical_days: CountText,
  access_valid_for_days: CountText,
  consent_expires_at: TimeOrNull,
  reference: Type.Union([Type.String(), Type.Null()], {
    description: 'Correlation id that the caller gave.',
  }),
  accounts_last_synced_at: TimeOrNull,
  setup_pending: Type.Boolean(),
  setup_renewal: FlagText,
  activated_at: TimeOrNull,
  created_at: TimeText,
  updated_at: TimeText,
  institution: Type.Optional(OrNull(Institution)),
  health: HealthSchema,
  paused: PausedOrNull,
  financial_accounts: Type.Optional(Type.Array(referenceTo('FinancialAccount'))),
  financial_accounts_count: CountText,
};

/** A user's consent at an institution. */
export const FinancialConnection = component('FinancialConnection', Type.Object(connection));

/** One whose user is to give a consent. */
export const ConnectionToAuthorize = component(
  'FinancialConnectionToAuthorize',
  Type.Object({
    ...connection,
    auth_url: Type.String({ format: 'uri', description: 'Where the user gives the consent.' }),
  }),
);
