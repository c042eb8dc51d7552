import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';

/**
 * The schemas of all request bodies, by the name of their class, made from what validates them. Validators of our
 * own say what they mean by `@Documented`.
 */
export function bodySchemas(): Record<string, object> {
  return validationMetadatasToSchemas({
    refPointerPrefix: '#/components/schemas/',
    classTransformerMetadataStorage: defaultMetadataStorage,
    additionalConverters: OWN_VALIDATORS,
  });
}

const OWN_VALIDATORS = Object.fromEntries(
  ['isDay', 'isHttpsUrl', 'oneNameForEachEvent', 'automationOmitsIdentifiers', 'isMoment'].map((name) => [
    name,
    {},
  ]),
);
