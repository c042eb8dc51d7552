import {
  CSV_COLUMN_KINDS,
  CSV_COLUMNS_MAX,
  CSV_DATE_ORDERS,
  CSV_DECIMAL_MARKS,
  CSV_DELIMITERS,
  CSV_ENCODING_LENGTH_MAX,
  CSV_NO_MOVEMENT_WORD_LENGTH_MAX,
  CSV_NO_MOVEMENT_WORDS_MAX,
  CSV_SKIPPED_ROWS_MAX,
  FILE_ACCOUNTS_MAX,
  type FileCsvReading,
  type FileQifReading,
  REVIEW_DECISIONS,
  type ReviewDecision,
} from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsCurrency, IsWireId, RequiresAMember } from '@tributary/http';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';

const NAME_LENGTH_MAX = 255;
const KEY_LENGTH_MAX = 10;
const COLUMNS: readonly unknown[] = [...CSV_COLUMN_KINDS, null];

const oneOf = (values: readonly string[]) => ({ message: `$property must be one of ${values.join(' ')}` });

/** Describes how to read a CSV file. */
export class CsvReadingBody implements FileCsvReading {
  @IsString({ message: '$property must be a text' })
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(CSV_ENCODING_LENGTH_MAX, {
    message: `$property must have at most ${CSV_ENCODING_LENGTH_MAX} characters`,
  })
  @Documented({ description: 'A name that browsers know, such as windows-1252 or shift_jis.' })
  encoding!: FileCsvReading['encoding'];

  @Documented({ enum: CSV_DELIMITERS })
  @IsIn(CSV_DELIMITERS, { message: '$property must be a comma, a semicolon, a tab or a bar' })
  delimiter!: FileCsvReading['delimiter'];

  @IsIn(CSV_DECIMAL_MARKS, oneOf(CSV_DECIMAL_MARKS))
  decimal_mark!: FileCsvReading['decimal_mark'];

  @IsIn(CSV_DATE_ORDERS, oneOf(CSV_DATE_ORDERS))
  date_order!: FileCsvReading['date_order'];

  @Documented({ description: 'Rows before the first entry, the row of column names included.' })
  @IsInt({ message: '$property must be a whole number' })
  @Min(0, { message: '$property must be at least 0' })
  @Max(CSV_SKIPPED_ROWS_MAX, { message: `$property must be at most ${CSV_SKIPPED_ROWS_MAX}` })
  skip_rows!: number;

  @Documented({
    description: 'What each column has, in order; null: it is not read.',
    type: 'array',
    maxItems: CSV_COLUMNS_MAX,
    items: { type: ['string', 'null'], enum: [...CSV_COLUMN_KINDS, null] },
  })
  @IsArray({ message: '$property must be a list' })
  @ArrayMaxSize(CSV_COLUMNS_MAX, { message: `$property must name at most ${CSV_COLUMNS_MAX} columns` })
  @ValidateBy({
    name: 'areColumns',
    validator: {
      validate: (columns) => Array.isArray(columns) && columns.every((one: unknown) => COLUMNS.includes(one)),
      defaultMessage: () => `each of $property must be null or one of ${CSV_COLUMN_KINDS.join(', ')}`,
    },
  })
  columns!: FileCsvReading['columns'];

  @IfSent()
  @Documented({
    description:
      'The file writes money that left the account without a sign, and money that came in with one.',
  })
  @IsBoolean({ message: '$property must be true or false' })
  turn_signs?: boolean;

  @IfSent()
  @Documented({
    description: 'Texts of the status column of rows that are no movements, beside those that are known.',
  })
  @IsArray({ message: '$property must be a list' })
  @ArrayMaxSize(CSV_NO_MOVEMENT_WORDS_MAX, {
    message: `$property must have at most ${CSV_NO_MOVEMENT_WORDS_MAX} texts`,
  })
  @IsString({ each: true, message: 'each of $property must be a text' })
  @Matches(/\S/, { each: true, message: 'each of $property must not be blank' })
  @MaxLength(CSV_NO_MOVEMENT_WORD_LENGTH_MAX, {
    each: true,
    message: `each of $property must have at most ${CSV_NO_MOVEMENT_WORD_LENGTH_MAX} characters`,
  })
  no_movement_words?: string[];
}

/** Describes how to read a QIF file. */
export class QifReadingBody implements FileQifReading {
  @IsIn(CSV_DATE_ORDERS, oneOf(CSV_DATE_ORDERS))
  date_order!: FileQifReading['date_order'];
}

class NewAccountBody {
  @IsString({ message: '$property must be a text' })
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` })
  name!: string;

  @IsCurrency()
  currency!: string;
}

/** Financial account that receives the entries of one account of the file. */
export class FileAccountBody {
  @IsString({ message: '$property must be a text' })
  @MaxLength(KEY_LENGTH_MAX, { message: `$property must have at most ${KEY_LENGTH_MAX} characters` })
  key!: string;

  @IfSentAndNotNull()
  @IsWireId()
  financial_account_id?: number | null;

  @IfSentAndNotNull()
  @Documented({ description: 'An account by hand, which applying the import adds.' })
  @IsObject({ message: '$property must be an object' })
  @ValidateNested()
  @Type(() => NewAccountBody)
  new_account?: NewAccountBody | null;
}

/** Body of `PATCH /finance/imports/{importId}`. */
@RequiresAMember()
export class ChangeFileImportBody {
  @IfSent()
  @Documented({
    description:
      'The file is read again like this, and so is the bank’s next one that it fits. Sent as it is shown, it confirms a guess.',
  })
  @IsObject({ message: '$property must be an object' })
  @ValidateNested()
  @Type(() => CsvReadingBody)
  csv?: CsvReadingBody;

  @IfSent()
  @Documented({ description: 'The same for a QIF file.' })
  @IsObject({ message: '$property must be an object' })
  @ValidateNested()
  @Type(() => QifReadingBody)
  qif?: QifReadingBody;

  @IfSent()
  @IsArray({ message: '$property must be a list' })
  @ArrayMaxSize(FILE_ACCOUNTS_MAX, { message: `$property must name at most ${FILE_ACCOUNTS_MAX} accounts` })
  @ValidateNested({ each: true, message: 'each of $property must be an object' })
  @Type(() => FileAccountBody)
  accounts?: FileAccountBody[];
}

/** Body of `POST /finance/imports/{id}/reviews`. */
export class DecideReviewsBody {
  @IsIn(REVIEW_DECISIONS, { message: 'The decision must be one or two.' })
  decision!: ReviewDecision;
}
