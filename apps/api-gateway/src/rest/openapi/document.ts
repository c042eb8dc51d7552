import { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ownFilesHeaders } from '@tributary/http';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
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
  const webhooks = webhookSection();
  const all = { ...document.components?.schemas, ...componentSchemas(), ...bodies };
  const named = namesIn([document.paths, webhooks], all);
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => named.has(name)));
  const components = { ...document.components, schemas: schemas as SchemasOf<OpenAPIObject> };
  return { ...document, components, webhooks };
}

/** The components to which a part of the document refers, itself or through others. Validators know bodies of no route, too. */
function namesIn(part: unknown, schemas: Readonly<Record<string, unknown>>, found = new Set<string>()) {
  for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn(schemas[name], schemas, found);
  }
  return found;
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

/** Documents ids in paths as decimal digits: Nest reads the parameters' types in code, which are numbers. Names are listed. */
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

/** Whether an app calls the route for itself. Idempotency keys belong to users, so these routes have none. */
function isOfApps({ security = [] }: Operation): boolean {
  return security.some((scheme) => 'app' in scheme);
}

/** Adds the header and the response that all changing routes have. */
function withWhatWritesShare(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  withAnswers(operation, [CONFLICT]);
}

/** Adds error responses that any route may send; the route's own declarations have priority. */
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

/**
 * Allows files of this site alone, and no frame: the page has the origin of the console, and sends tokens that are
 * typed into it. Swagger UI has styles within its page and its elements, so those are allowed; scripts are files.
 */
const HEADERS = ownFilesHeaders({ styles: "'unsafe-inline'", fonts: 'data:' });

/** Serves the document at `<base path>/openapi.json`, and a page to read and try it at `<base path>/docs`. */
export function serveDocs(app: NestFastifyApplication, basePath: string): void {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  const page = `${basePath}/docs`;
  server.addHook('onSend', async ({ url }, reply) => {
    const [at = ''] = url.split('?');
    if (at === page || at.startsWith(`${page}/`)) void reply.headers(HEADERS);
  });
  SwaggerModule.setup('docs', app, () => openApiDocument(app, basePath), {
    useGlobalPrefix: true,
    raw: ['json'],
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Tributary API',
    // Without `validatorUrl` the page would show a badge of another site.
    swaggerOptions: { docExpansion: 'none', filter: true, persistAuthorization: false, validatorUrl: null },
  });
}
