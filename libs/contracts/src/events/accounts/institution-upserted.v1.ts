import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { InstitutionDocument } from '../../documents/accounts/finance.documents';
import { Id, Version } from '../../scalars';

/** A bank or broker that accounts can be connected at, as its provider describes it. Key: institution id. */
export const InstitutionUpsertedV1 = defineEvent({
  topic: 'institution.upserted',
  version: 1,
  description: 'An institution that accounts can be connected at was found or changed.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({ id: Id, version: Version, document: InstitutionDocument }),
  sample: {
    id: 2,
    version: 1,
    document: {
      integrator: 'PROVIDER_A',
      region: null,
      country: 'FI',
      name: 'Example Bank',
      bic: 'EXMPFIHH',
      external_id: 'EXAMPLEBANK_EXMPFIHH',
      logo: null,
      supported: true,
      supports_pending_transactions: true,
      supports_card_accounts: false,
      max_historical_days: 730,
      max_access_valid_for_days: 180,
      supported_products: ['BANK'],
      category: null,
    },
  },
});
