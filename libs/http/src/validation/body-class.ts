import { Type as Class } from '@nestjs/common';
import { Static, TArray, TObject, TSchema, TString, TypeGuard } from '@sinclair/typebox';
import { characterBounds, meaningInRequests, scalarOf, withoutNull } from '@tributary/contracts';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  IsString,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { IsCurrency, IsMoney } from './decorators/money';
import { Documented } from './decorators/documented';
import { IsFlag } from './decorators/flag';
import { IsMoment } from './decorators/moment';
import { IfSent, IfSentAndNotNull, IsDay, IsSentOrNull } from './decorators/optional';
import { IsWireId } from './decorators/wire-id';

export interface BodyOptions<B> {
  /** The classes of members that are objects, or lists of them. */
  readonly parts?: { readonly [K in keyof B]?: Class };
  /** Conditions under which members are validated, for members that depend on others. Such members may be omitted. */
  readonly conditions?: { readonly [K in keyof B]?: PropertyDecorator };
  /** Further decorators of members, in addition to those of the schema. */
  readonly rules?: { readonly [K in keyof B]?: PropertyDecorator };
  /** Decorators of members that replace those of the schema. */
  readonly validators?: { readonly [K in keyof B]?: PropertyDecorator };
}

/**
 * The class of a request body, with a validator for each member of the resource's schema. Its name is that of the schema
 * in the OpenAPI document.
 * @throws Error at the start of the program, where a member has a schema that no validator is known for
 */
export function bodyClass<S extends TObject>(
  name: string,
  schema: S,
  { parts = {}, conditions = {}, rules = {}, validators = {} }: BodyOptions<Static<S>> = {},
): Class<Static<S>> {
  const body = class {} as Class<Static<S>>;
  Object.defineProperty(body, 'name', { value: name });
  for (const [member, form] of Object.entries(schema.properties)) {
    const key = member as keyof Static<S>;
    const condition = conditions[key] ?? ifSent(form);
    const own = validators[key];
    const derived = own ? [own] : validatorsOf(form, member, parts[key]);
    const decorators = [condition, rules[key], ...meaningOf(form), ...derived];
    for (const decorator of decorators.reverse()) decorator?.(body.prototype as object, member);
  }
  return body;
}

/** Whether the member may be left out, or be null. */
function ifSent(schema: TSchema): PropertyDecorator | undefined {
  const mayBeAbsent = TypeGuard.IsOptional(schema) || 'default' in schema;
  const mayBeNull = withoutNull(schema) !== null;
  if (!mayBeAbsent) return mayBeNull ? IsSentOrNull() : undefined;
  return mayBeNull ? IfSentAndNotNull() : IfSent();
}

/** Validators by the member's schema. A member with the default null may be absent from a creation, with the same meaning. */
function meaningOf(schema: TSchema): PropertyDecorator[] {
  const meaning = meaningInRequests(schema);
  if (meaning === undefined) return [];
  const description = schema['default'] === null ? meaning.replace(/^Null:/, 'Absent or null:') : meaning;
  return [Documented({ description })];
}

function validatorsOf(schema: TSchema, member: string, part?: Class): PropertyDecorator[] {
  const inner = withoutNull(schema) ?? schema;
  const scalar = scalarOf(inner);
  const texts = textsOf(inner);
  if (scalar) return [SCALAR_VALIDATORS[scalar]()];
  if (texts) return [IsIn(texts, { message: `$property must be one of ${texts.join(', ')}` })];
  if (TypeGuard.IsBoolean(inner)) return [IsFlag()];
  if (TypeGuard.IsString(inner)) return textValidators(inner);
  if (TypeGuard.IsObject(inner) && part) return objectValidators(inner, part);
  if (TypeGuard.IsArray(inner) && part) return listValidators(inner, member.replaceAll('_', ' '), part);
  throw new Error(`no validator is known for the schema of ${member}`);
}

const SCALAR_VALIDATORS = {
  id: () => IsWireId(),
  amount: IsMoney,
  currency: IsCurrency,
  day: IsDay,
  time: IsMoment,
} as const;

function textValidators(schema: TString): PropertyDecorator[] {
  const { min, max } = characterBounds(schema) ?? {};
  return [
    IsString({ message: '$property must be a text' }),
    ...(min === 1 ? [MinLength(1, { message: '$property must not be empty' })] : []),
    ...(max === undefined ? [] : [Documented({ maxLength: max })]),
  ];
}

/**
 * Validators of a list. For a value that is no list, the last decorator's error is shown: the minimum length if there
 * is one, else that it is no list.
 * @param noun plural name of the elements
 */
function listValidators({ minItems, maxItems }: TArray, noun: string, part: Class): PropertyDecorator[] {
  const one = noun.replace(/s$/, '');
  const isList = IsArray({ message: `$property must be a list of ${noun}` });
  const atMost =
    maxItems === undefined
      ? []
      : [ArrayMaxSize(maxItems, { message: `$property must have at most ${maxItems} ${noun}` })];
  const atLeast = ArrayMinSize(1, { message: `$property must have at least one ${one}` });
  return [
    ...(minItems === 1 ? [isList, ...atMost, atLeast] : [...atMost, isList]),
    ValidateNested({ each: true, message: 'each of $property must be an object' }),
    Type(() => part),
  ];
}

function objectValidators({ properties }: TObject, part: Class): PropertyDecorator[] {
  const ofFlags = Object.values(properties).every((member) => TypeGuard.IsBoolean(member));
  const message = `$property must be an object${ofFlags ? ' of flags' : ''}`;
  return [IsObject({ message }), ValidateNested(), Type(() => part)];
}

/** The texts that are allowed; null: it is no choice between texts. */
function textsOf(schema: TSchema): string[] | null {
  if (!TypeGuard.IsUnion(schema)) return null;
  const texts = schema.anyOf.flatMap((option) => (TypeGuard.IsLiteralString(option) ? [option.const] : []));
  return texts.length === schema.anyOf.length ? texts : null;
}
