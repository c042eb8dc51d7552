import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { ValidationTypes } from 'class-validator';
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

/** For every validator that the library does not know: else it would point to a schema that is not there. */
const OWN_VALIDATORS = { [ValidationTypes.CUSTOM_VALIDATION]: {} };
