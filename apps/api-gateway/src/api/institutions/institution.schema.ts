import { PROVIDERS } from '@tributary/contracts';
import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  FlagText,
  IdText,
  Text,
  TextOneOf,
  TextOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

/** A bank or broker, as its provider describes it. */
export const Institution = component(
  'Institution',
  Type.Object({
    id: IdText,
    integrator: TextOneOf(PROVIDERS),
    region: TextOrNull,
    country: TextOrNull,
    countries: Type.Array(Text, { description: 'All that it serves; `country` is the first.' }),
    name: Text,
    bic: TextOrNull,
    external_id: Text,
    logo: TextOrNull,
    supported: FlagText,
    supports_pending_transactions: FlagText,
    supports_card_accounts: FlagText,
    max_historical_days: CountText,
    max_access_valid_for_days: CountText,
    supported_products: Type.Array(Text),
    category: TextOrNull,
    updated_at: TimeText,
  }),
);

export const InstitutionCountry = component(
  'InstitutionCountry',
  Type.Object({
    country: Type.String({ description: 'ISO 3166 code of two letters.' }),
    institutions_count: CountText,
  }),
);
