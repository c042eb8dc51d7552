import { SERVICES } from '@tributary/contracts';
import { provisionSchemas, SchemaOwner } from '@tributary/persistence';
import { ConfigurationError, Environment, EnvironmentReader } from '../environment';

export interface Provisioning {
  /** URL of a role that may make roles and schemas. */
  readonly adminUrl: string;
  readonly owners: readonly SchemaOwner[];
}

/** `RULE_ENGINE_DATABASE_PASSWORD` and the like: one for each service's role. @throws ConfigurationError */
export function readProvisioning(environment: Environment): Provisioning {
  const env = new EnvironmentReader(environment);
  const adminUrl = env.url('DATABASE_ADMIN_URL');
  const owners = SERVICES.map((service) => {
    const schema = service.replaceAll('-', '_');
    return { schema, password: env.text(`${schema.toUpperCase()}_DATABASE_PASSWORD`) };
  });
  env.check('provision');
  return { adminUrl, owners };
}

/**
 * Makes each service's role and schema before the services start; may be repeated, and sets changed passwords.
 * @returns what there is to say to an operator, one line.
 */
export async function provision(environment: Environment): Promise<string> {
  const { adminUrl, owners } = readProvisioning(environment);
  await provisionSchemas(adminUrl, owners);
  return `roles and schemas are ready: ${owners.map(({ schema }) => schema).join(', ')}`;
}

/** One line, and never the URL: it holds the password. */
export function provisionFailure(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  const { code, message } = { code: '', message: '', ...partsOf(error) };
  return `provision failed: ${[code, message].filter(Boolean).join(': ') || 'for an unknown reason'}`;
}

function partsOf(error: unknown): { code?: string; message?: string } {
  if (typeof error !== 'object' || error === null) return {};
  return {
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('message' in error && typeof error.message === 'string' ? { message: error.message } : {}),
  };
}
