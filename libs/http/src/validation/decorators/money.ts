import { applyDecorators } from '@nestjs/common';
import type { TString } from '@sinclair/typebox';
import { Amount, Currency } from '@tributary/contracts';
import { Documented } from './documented';
import { Matches, MaxLength } from 'class-validator';

const MONEY_LENGTH_MAX = 24;

/** An exact decimal number as a text; a JSON number may have lost digits already. */
export function IsMoney(): PropertyDecorator {
  return applyDecorators(
    Documented({ description: 'An exact decimal number as a text; outflow is negative.' }),
    MaxLength(MONEY_LENGTH_MAX, { message: `$property must have at most ${MONEY_LENGTH_MAX} characters` }),
    Matches(patternOf(Amount), { message: '$property must be a decimal number as a text, such as "-12.50"' }),
  );
}

/** An ISO 4217 code. */
export function IsCurrency(): PropertyDecorator {
  return Matches(patternOf(Currency), { message: '$property must be an ISO 4217 code' });
}

/** The REST body accepts exactly what the command carries. */
function patternOf({ pattern }: TString): RegExp {
  if (pattern === undefined) throw new Error('the contract has no pattern');
  return new RegExp(pattern);
}
