import { applyDecorators } from '@nestjs/common';
import { AreDistinct, Documented, IsWireId } from '@tributary/http';
import { ArrayMaxSize, IsArray, IsIn, IsString } from 'class-validator';
import { SCOPES } from '../../identity/permissions/scopes';

const ACCOUNTS_MAX = 1000;

/** The owner's name for a token or a grant. */
export function IsTokenName(): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'string', minLength: 1, maxLength: 100 }),
    IsString({ message: '$property must be a text' }),
  );
}

/** Validates granted scopes, each once, or null for all. */
export function AreGrantedScopes(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of scopes, or null for all' }),
    IsIn(SCOPES, { each: true, message: `each of scopes must be one of ${SCOPES.join(', ')}` }),
    AreDistinct('a scope', SCOPES.length),
    Documented({ type: ['array', 'null'], description: 'Null: all scopes.' }),
  );
}

/** Validates granted accounts, or null for all. */
export function AreGrantedAccounts(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of account ids, or null for all' }),
    ArrayMaxSize(ACCOUNTS_MAX, { message: `$property must name at most ${ACCOUNTS_MAX} accounts` }),
    IsWireId({ each: true }),
    Documented({ type: ['array', 'null'], description: 'Null: all accounts.' }),
  );
}
