import { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SCOPES } from '../../identity/permissions/scopes';
import { bodySchemas } from './body-schemas';
import { componentSchemas } from './components';
import { documentEndpoints } from './endpoint';
import { CONFLICT, type ErrorAnswer, NOT_JSON, TOO_LARGE } from './error-answers';
import { webhookSection } from './webhook-section';
import { IdText } from './wire.schema';

/** The API's document, generated from the declared routes. @param basePath of the API */
export function openApiDocument(app: INestApplication, basePath: string): OpenAPIObject {
  documentEndpoints();
  const document = SwaggerModule.createDocument(app, preamble(basePath), {
    ignoreGlobalPrefix: true,
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  const bodies = bodySchemas();
  for (const path of Object.keys(document.paths).filter((one) => one.startsWith('/health/'))) {
    delete document.paths[path];
  }
  for (const item of Object.values(document.paths)) {
    for (const method of ['get', 'put', 'post', 'delete', 'patch'] as const) {
      const operation = item[method];
      if (!operation) continue;
      withIdsInPaths(operation);
      withBodyIfNeeded(operation, bodies);
      withAnswers(operation, [TOO_LARGE, NOT_JSON]);
      if (method !== 'get' && !isOfApps(operation)) withWhatWritesShare(operation);
    }
  }
  const schemas = { ...document.components?.schemas, ...componentSchemas(), ...bodies };
  const components = { ...document.components, schemas: schemas as SchemasOf<OpenAPIObject> };
  return { ...document, components, webhooks: webhookSection() };
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type SchemasOf<D extends OpenAPIObject> = NonNullable<NonNullable<D['components']>['schemas']>;

function preamble(basePath: string): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tributary')
    .setDescription(
      'Financial accounts, their transactions and balances; rules that shape them; transfer links that carry ' +
        'them on; webhooks that announce changes. Ids are texts in answers; flags and counters are texts where the ' +
        'schema says so; money is an exact decimal text, and outflow is negative.',
    )
    .setVersion('1.0')
    .addServer(basePath)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A personal access token.' }, 'bearer')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'An app’s client id and secret.' }, 'app')
    .addOAuth2(
      {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: '/oauth/authorize',
            tokenUrl: '/oauth/token',
            refreshUrl: '/oauth/token',
            scopes: Object.fromEntries(SCOPES.map((scope) => [scope, ''])),
          },
        },
      },
      'oauth2',
    )
    .build();
}

/** Nest reads the parameters' types in code, which are numbers; on the wire an id is its decimal digits. Names are listed. */
function withIdsInPaths(operation: Operation): void {
  for (const parameter of operation.parameters ?? []) {
    if ('in' in parameter && parameter.in === 'path' && !isListed(parameter.schema)) {
      parameter.schema = { type: 'string', pattern: IdText.pattern };
    }
  }
}

function isListed(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'enum' in schema;
}

/** A body may be left out if no member of it is needed, be it a certain one or any. */
function withBodyIfNeeded({ requestBody }: Operation, bodies: ReturnType<typeof bodySchemas>): void {
  if (!requestBody || !('content' in requestBody)) return;
  const json = requestBody.content['application/json'];
  if (!json) return; // a file is always needed
  const { schema } = json;
  const name = schema && '$ref' in schema ? (schema.$ref.split('/').at(-1) ?? '') : '';
  const { required = [], minProperties = 0 } = bodies[name] ?? {};
  requestBody.required = required.length > 0 || minProperties > 0;
}

/** Keys of requests belong to users, and an app asks for itself here. */
function isOfApps({ security = [] }: Operation): boolean {
  return security.some((scheme) => 'app' in scheme);
}

/** What every route that changes something has in common. */
function withWhatWritesShare(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  withAnswers(operation, [CONFLICT]);
}

/** What any request may be answered, whatever the route; what the route says itself stays. */
function withAnswers(operation: Operation, answers: readonly ErrorAnswer[]): void {
  for (const { status, description, schema } of answers) {
    operation.responses[status] ??= { description, content: { 'application/json': { schema } } };
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A request that is repeated with the same key within 24 hours is carried out once and gets the first answer ' +
    'again, with `Idempotency-Replayed: true`; with another body it is refused. What was refused is not kept. Keys of ' +
    'two apps, and of two restricted tokens, have nothing to do with each other.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;
