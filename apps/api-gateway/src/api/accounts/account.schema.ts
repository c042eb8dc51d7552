import { Type } from '@sinclair/typebox';
import { ACCOUNT, AccountConfig } from '@tributary/contracts';
import { component, referenceTo } from '../../rest/openapi/components';
import { CountText, OrNull } from '../../rest/openapi/wire.schema';
import { FinancialConnection, HealthSchema } from '../included/connection.schema';

/** The configuration in force for an account, or the default of an institution. */
export const InstitutionConfig = component('InstitutionConfig', AccountConfig);

/** A required text, empty if it is unknown. */
export const FinancialAccount = component(
  'FinancialAccount',
  Type.Object({
    ...ACCOUNT.members,
    config: InstitutionConfig,
    health: HealthSchema,
    financial_connection: Type.Optional(OrNull(FinancialConnection)),
    rules: Type.Optional(
      Type.Array(Type.Object({ order: Type.Integer({ minimum: 1 }), rule: referenceTo('Rule') })),
    ),
    transfer_links: Type.Optional(Type.Array(referenceTo('TransferLink'))),
    transfer_links_count: CountText,
    review_count: { ...CountText, description: 'Its reviews that wait for a decision, of every origin.' },
  }),
);
