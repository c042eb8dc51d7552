import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { getMetadataStorage, MAX, MIN, ValidationTypes } from 'class-validator';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import type { ISchemaConverters } from 'class-validator-jsonschema/build/defaultConverters';

type Schema = Readonly<Record<string, unknown>>;

/** Schema that the library derives from the class of a body. */
interface BodySchema {
  readonly type?: unknown;
  readonly minProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * The schemas of all request bodies, by the name of their class, generated from the validators. Our own validators
 * describe themselves by `@Documented`; their conditions decide which members may be absent or null.
 */
export function bodySchemas(): Record<
  string,
  { readonly required?: readonly string[]; readonly minProperties?: number }
> {
  const schemas = validationMetadatasToSchemas({
    refPointerPrefix: '#/components/schemas/',
    classTransformerMetadataStorage: defaultMetadataStorage,
    additionalConverters: OWN_VALIDATORS,
  }) as Readonly<Record<string, BodySchema>>;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, asValidated(schema, conditionsOf(name))]),
  );
}

/** Conditions under which validators check a member, by its name. */
type Conditions = ReadonlyMap<string, (value: unknown) => boolean>;

function conditionsOf(className: string): Conditions {
  const storage = getMetadataStorage();
  const known = storage['validationMetadatas'] as ReadonlyMap<Type, unknown>;
  const body = [...known.keys()].find(({ name }) => name === className);
  const validators = body ? storage.getTargetValidationMetadatas(body, '', false, false) : [];
  const conditional = validators.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
  return new Map(
    conditional.map(({ propertyName, constraints }) => {
      const [isLookedAt] = constraints as [(body: object, value: unknown) => boolean];
      return [propertyName, (value) => isLookedAt({ [propertyName]: value }, value)];
    }),
  );
}

function asValidated({ properties = {}, ...schema }: BodySchema, conditions: Conditions) {
  const members = Object.entries(properties);
  const isPassed = (name: string, value: unknown) => conditions.get(name)?.(value) === false;
  const required = members.map(([name]) => name).filter((name) => !isPassed(name, undefined));
  return {
    ...schema,
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, isPassed(name, null) ? orNull(member) : member]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function orNull(schema: Schema): Schema {
  const { type, enum: values, anyOf, $ref } = schema;
  const alternatives = Array.isArray(anyOf) ? (anyOf as Schema[]) : $ref === undefined ? null : [{ $ref }];
  return {
    ...schema,
    ...($ref === undefined ? {} : { $ref: undefined }),
    ...(type === undefined ? {} : { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(values) ? { enum: [...new Set([...(values as unknown[]), null])] } : {}),
    ...(alternatives === null ? {} : { anyOf: [...alternatives, { type: 'null' }] }),
  };
}

/**
 * Converters for validators that the library does not know, which would otherwise reference a missing schema; and for
 * bounds, which the library documents for any number, also if only whole ones are allowed.
 */
const OWN_VALIDATORS: ISchemaConverters = {
  [ValidationTypes.CUSTOM_VALIDATION]: {},
  [MIN]: ({ constraints }) => ({ minimum: constraints[0] as number }),
  [MAX]: ({ constraints }) => ({ maximum: constraints[0] as number }),
};
