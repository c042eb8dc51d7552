import { AccountConfigChange } from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsDay, IsFlag } from '@tributary/http';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';

const text = { message: '$property must be a text' };
const integer = { message: '$property must be a whole number' };
const object = { message: '$property must be an object' };

class MapFieldsBody {
  @IfSent() @IsString(text) payee?: string;
  @IfSent() @IsString(text) description?: string;
  @IfSent() @IsString(text) date?: string;
}

class EnrichmentBody {
  @IfSent() @IsFlag() enabled?: boolean;

  @IfSentAndNotNull()
  @IsString(text)
  @Documented({ type: ['string', 'null'], description: 'Null: the one that is built in.' })
  provider?: string | null;

  @IfSentAndNotNull()
  @IsString(text)
  @MaxLength(2, { message: '$property must be a country code of two letters' })
  @Documented({ type: ['string', 'null'] })
  country?: string | null;
}

/** `config` of an account: what is left out keeps its value. */
export class AccountConfigBody implements AccountConfigChange {
  @IfSent() @IsObject(object) @ValidateNested() @Type(() => MapFieldsBody) map_fields?: MapFieldsBody;
  @IfSent() @IsObject(object) @ValidateNested() @Type(() => EnrichmentBody) enrichment?: EnrichmentBody;

  /** Null: as far back as there is. */
  @IfSentAndNotNull()
  @IsDay()
  @Documented({ type: ['string', 'null'], description: 'Null: as far back as there is.' })
  sync_start_date?: string | null;

  @IfSent() @IsFlag() sync_auto?: boolean;
  @IfSent() @IsFlag() sync_pending_transactions?: boolean;
  @IfSent() @IsFlag() pending_settlement_matching?: boolean;
  @IfSent() @IsInt(integer) pending_settlement_max_days?: number;
  @IfSent() @IsFlag() fuzzy_counterparty_matching?: boolean;
  @IfSent() @IsInt(integer) fuzzy_counterparty_min_chars?: number;
  @IfSent() @IsFlag() sync_balances?: boolean;
  @IfSent() @IsInt(integer) sync_frequency_in_minutes?: number;

  @IfSent()
  @IsArray({ message: '$property must be a list of fields' })
  @ArrayMaxSize(20, { message: '$property must have at most 20 fields' })
  @IsString({ each: true, message: 'each of $property must be a text' })
  fields_for_duplicate_filtering?: string[];
}

/** Plain data, only what the client sent. */
export function configChangeOf(body: AccountConfigBody): AccountConfigChange {
  return JSON.parse(JSON.stringify(body)) as AccountConfigChange;
}
