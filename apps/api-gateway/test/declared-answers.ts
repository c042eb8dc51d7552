import { OpenAPIObject } from '@nestjs/swagger';
import { workspaceRoot } from '@tributary/testing';
import { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import path from 'node:path';

type Schema = Readonly<Record<string, unknown>>;
type Operation = {
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: Schema }> }>>;
};

const DOCUMENT = 'docs/openapi.json (made by "npm run docs" after a change of a resource)';

/** Holds every answer of the gateway against its OpenAPI document: status, and body without a member too many. */
export class DeclaredAnswers {
  /** Each suite compiles the schemas again: optimized code would take it three times as long, for little to validate. */
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    code: { optimize: false },
  });
  private readonly validators = new Map<Schema, ValidateFunction>();
  private readonly routes: readonly { path: RegExp; operations: Readonly<Record<string, Operation>> }[];

  constructor(basePath: string) {
    addFormats(this.ajv);
    this.ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const { components, paths } = publishedDocument();
    this.ajv.addSchema({ $id: 'api', components });
    this.routes = Object.entries(paths)
      .sort(([a], [b]) => variablesOf(a) - variablesOf(b))
      .map(([template, operations]) => ({
        path: new RegExp(`^${basePath}${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
        operations: operations as unknown as Readonly<Record<string, Operation>>,
      }));
  }

  /** @throws Error where the document does not allow this answer; paths that it does not have are not looked at */
  check(method: string, pathname: string, status: number, body: unknown): void {
    const route = this.routes.find(({ path }) => path.test(pathname));
    const operation = route?.operations[method.toLowerCase()];
    if (!operation) return;
    const content = operation.responses[String(status)]?.content ?? {};
    const schema = Object.values(content)[0]?.schema;
    if (!schema) throw new Error(`${method} ${pathname} answered ${status}, which ${DOCUMENT} does not have`);
    const validate = this.validatorOf(schema);
    if (validate(body)) return;
    throw new Error(
      `${method} ${pathname} ${status} is not as ${DOCUMENT} says: ${described(validate.errors)}`,
    );
  }

  private validatorOf(schema: Schema): ValidateFunction {
    let validate = this.validators.get(schema);
    if (!validate) this.validators.set(schema, (validate = this.ajv.compile(withAbsoluteReferences(schema))));
    return validate;
  }
}

function described(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');
}

function variablesOf(path: string): number {
  return path.split('{').length;
}

/** What the document does not name must not be there: clients may not rely on that, but we do. */
function closed(value: unknown): unknown {
  const isObjectSchema = isObject(value) && value['type'] === 'object' && isObject(value['properties']);
  return isObjectSchema ? { additionalProperties: false, ...value } : value;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

/** What `npm run docs` wrote, which CI compares with the code: to generate it again would cost every suite a second. */
function publishedDocument(): OpenAPIObject {
  const json = readFileSync(path.join(workspaceRoot(), 'docs/openapi.json'), 'utf8');
  return JSON.parse(json, (_, member) => closed(member)) as OpenAPIObject;
}

function withAbsoluteReferences(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as Schema;
}
