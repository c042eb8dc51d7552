import { SchemaOptions, Static, TObject, TSchema, Type } from '@sinclair/typebox';

/** Default maximum of a credential: ids, names and secrets are far shorter; files of keys name their own limit. */
const TEXT_LENGTH_MAX = 4096;
const ADDRESS_LENGTH_MAX = 1024;

/** A value that a user enters to connect: its form on the bus, and its validation by the gateway. */
export type CredentialField<S extends TSchema = TSchema> = Form & {
  /** Schema of the field on the bus. */
  readonly schema: S;
  readonly lengthMax: number;
  /** Description in addition to the field's format. */
  readonly description?: string;
};

/** `secret` is never shown again, `token` is a secret that is sent in a header, `address` is a web address. */
type Form =
  | { readonly form: 'secret' | 'token' | 'address' }
  | { readonly form: 'texts'; readonly items: { readonly max: number; readonly name: string } };

export type CredentialFields = Readonly<Record<string, CredentialField>>;

/** The form in which a connector gets these fields. */
export type CredentialsIn<F extends CredentialFields> = Static<
  TObject<{ readonly [N in keyof F]: F[N]['schema'] }>
>;

const text = (options: SchemaOptions = {}, maxLength = TEXT_LENGTH_MAX) =>
  Type.String({ minLength: 1, maxLength, ...options });

/** A password or a key. */
export function secret(description: string, lengthMax = TEXT_LENGTH_MAX) {
  return { schema: text({}, lengthMax), form: 'secret', lengthMax, description } as const;
}

/** A secret that is sent in a header, so it contains no spaces and only ASCII letters. */
export function token(description: string) {
  return { schema: text(), form: 'token', lengthMax: TEXT_LENGTH_MAX, description } as const;
}

/** Credentials of destinations where users can also grant access by a link (OAuth): a token, or the link. */
export const TOKEN_OR_LINK = {
  accessToken: token('A token of the user’s own; without it, `redirect_url` is needed.'),
};

export function webAddress() {
  return { schema: text(), form: 'address', lengthMax: ADDRESS_LENGTH_MAX } as const;
}

/** Several short texts. @param name name of one text */
export function texts(name: string, max: number, description: string) {
  const schema = Type.Array(text(), { minItems: 1, maxItems: max });
  return { schema, form: 'texts', lengthMax: ADDRESS_LENGTH_MAX, items: { max, name }, description } as const;
}

export function optional<S extends TSchema>(field: CredentialField<S>) {
  return { ...field, schema: Type.Optional(field.schema) };
}

/** The name of a member over REST: `serverUrl` is `server_url`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
