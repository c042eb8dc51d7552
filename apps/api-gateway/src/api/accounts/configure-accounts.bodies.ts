import { Documented, IsWireId } from '@tributary/http';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { AccountConfigBody } from './account-config.bodies';

const ACCOUNTS_MAX = 100;

/** Body of `PUT /finance/accounts/bulk`. */
export class ConfigureAccountsBody {
  @IsArray({ message: '$property must be a list of account ids' })
  @ArrayMinSize(1, { message: '$property must name at least one account' })
  @ArrayMaxSize(ACCOUNTS_MAX, { message: `$property must name at most ${ACCOUNTS_MAX} accounts` })
  @IsWireId({ each: true })
  financial_account_ids!: number[];

  @Documented({ description: 'What is left out keeps its value in each account.' })
  @IsObject({ message: '$property must be an object' })
  @ValidateNested()
  @Type(() => AccountConfigBody)
  config!: AccountConfigBody;
}
