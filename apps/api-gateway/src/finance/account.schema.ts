import { Type } from '@sinclair/typebox';
import { ACCOUNT, AccountConfig } from '@tributary/contracts';
import { component, referenceTo } from '../openapi/components';
import { CountText, OrNull } from '../openapi/wire.schema';
import { FinancialConnection, HealthSchema } from './connection.schema';

/** A required text, empty if it is unknown. */
export const FinancialAccount = component(
  'FinancialAccount',
  Type.Object({
    ...ACCOUNT.members,
    config: component('InstitutionConfig', AccountConfig),
    health: HealthSchema,
    financial_connection: Type.Optional(OrNull(FinancialConnection)),
    rules: Type.Optional(
      Type.Array(Type.Object({ order: Type.Integer({ minimum: 1 }), rule: referenceTo('Rule') })),
    ),
    transfer_links: Type.Optional(Type.Array(referenceTo('TransferLink'))),
    transfer_links_count: CountText,
  }),
);
