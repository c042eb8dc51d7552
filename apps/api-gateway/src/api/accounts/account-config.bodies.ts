import { applyDecorators } from '@nestjs/common';
import {
  ACCOUNT_CONFIG_LIMITS,
  AccountConfigChange,
  DUPLICATE_FIELDS,
  ENRICHMENT_PROVIDERS,
  FIELD_PATH,
  FIELD_PATH_LENGTH_MAX,
  LimitedConfigMember,
} from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsDay, IsFlag } from '@tributary/http';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';

const text = { message: '$property must be a text' };
const object = { message: '$property must be an object' };

/** A whole number between the limits of the member. */
function IsLimited(member: LimitedConfigMember): PropertyDecorator {
  const { min, max } = ACCOUNT_CONFIG_LIMITS[member];
  const message = `$property must be a whole number from ${min} to ${max}`;
  return applyDecorators(IfSent(), IsInt({ message }), Min(min, { message }), Max(max, { message }));
}

function IsFieldPath(): PropertyDecorator {
  return applyDecorators(
    IfSent(),
    Matches(FIELD_PATH, { message: '$property must be the path of a field, such as creditor.name' }),
    MaxLength(FIELD_PATH_LENGTH_MAX, {
      message: `$property must have at most ${FIELD_PATH_LENGTH_MAX} characters`,
    }),
  );
}

class MapFieldsBody {
  @IsFieldPath() payee?: string;
  @IsFieldPath() description?: string;
  @IsFieldPath() date?: string;
}

class EnrichmentBody {
  @IfSent() @IsFlag() enabled?: boolean;

  @IfSentAndNotNull()
  @IsIn(ENRICHMENT_PROVIDERS, {
    message: `$property must be null or one of ${ENRICHMENT_PROVIDERS.join(', ')}`,
  })
  @Documented({ description: 'Null: the one that is built in.' })
  provider?: string | null;

  @IfSentAndNotNull()
  @IsString(text)
  @Matches(/^[A-Za-z]{2}$/, { message: '$property must be a country code of two letters' })
  country?: string | null;
}

/** `config` of an account. Absent members do not change. */
export class AccountConfigBody implements AccountConfigChange {
  @IfSent() @IsObject(object) @ValidateNested() @Type(() => MapFieldsBody) map_fields?: MapFieldsBody;
  @IfSent() @IsObject(object) @ValidateNested() @Type(() => EnrichmentBody) enrichment?: EnrichmentBody;

  /** Maximum age of loaded history in days; null for as much history as the bank has. */
  @IfSentAndNotNull()
  @IsDay()
  @Documented({ type: ['string', 'null'], description: 'Null: as far back as there is.' })
  sync_start_date?: string | null;

  @IfSent() @IsFlag() sync_auto?: boolean;
  @IfSent() @IsFlag() sync_pending_transactions?: boolean;
  @IfSent() @IsFlag() pending_settlement_matching?: boolean;
  @IsLimited('pending_settlement_max_days') pending_settlement_max_days?: number;
  @IfSent() @IsFlag() fuzzy_counterparty_matching?: boolean;
  @IsLimited('fuzzy_counterparty_min_chars') fuzzy_counterparty_min_chars?: number;
  @IfSent() @IsFlag() sync_balances?: boolean;
  @IsLimited('sync_frequency_in_minutes') sync_frequency_in_minutes?: number;

  @IfSent()
  @IsArray({ message: '$property must be a list of fields' })
  @ArrayMaxSize(20, { message: '$property must have at most 20 fields' })
  @IsIn(DUPLICATE_FIELDS, {
    each: true,
    message: `each of $property must be one of ${DUPLICATE_FIELDS.join(', ')}`,
  })
  fields_for_duplicate_filtering?: string[];
}

/** Body of `PUT /finance/institutions/{institutionId}/config`. */
export class InstitutionConfigBody {
  @Documented({ description: 'What is left out keeps its value.' })
  @IsObject(object)
  @ValidateNested()
  @Type(() => AccountConfigBody)
  config!: AccountConfigBody;
}

/** Converts the body to plain data with only the members that the client sent. */
export function configChangeOf(body: AccountConfigBody): AccountConfigChange {
  return JSON.parse(JSON.stringify(body)) as AccountConfigChange;
}
