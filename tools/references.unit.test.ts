import { SCOPES } from '@tributary/api-gateway';
import { ACTION_TYPES, COMMANDS, EVENT_TYPES, EVENTS, OPERATORS, RULE_FIELDS } from '@tributary/contracts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './testing/deployments';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

const { paths } = JSON.parse(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8')) as OpenApi;
const operations = Object.entries(paths).flatMap(([route, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    route: `${method.toUpperCase()} ${route}`,
    responses,
  })),
);

/** The first cells of the tables below a heading, without the marks of code and links; of the whole page without one. */
function named(page: string, heading?: string): string[] {
  const text = readFileSync(path.join(ROOT, 'docs/reference', page), 'utf8');
  const part = heading === undefined ? text : (text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  const cells = [...part.matchAll(/^\| (?:\[)?`([^`]+)`/gm)].map(([, name = '']) => name);
  return [...new Set(cells)].sort();
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('the reference names exactly', () => {
  it('the routes', () =>
    expect(named('rest-routes.md')).toEqual(sorted(operations.map(({ route }) => route))));
  it('the scopes', () => expect(named('scopes.md')).toEqual(sorted(SCOPES)));
  it('the events of webhooks', () =>
    expect(named('webhooks.md', 'Events')).toEqual(sorted(Object.keys(EVENT_TYPES))));
  it('the events of the bus', () =>
    expect(named('events.md', 'Events')).toEqual(sorted(EVENTS.map(({ topic }) => topic))));
  it('the commands of the bus', () =>
    expect(named('events.md', 'Commands')).toEqual(sorted(COMMANDS.map(({ name }) => name))));
  it('the operators of rules', () =>
    expect(named('rule-language.md', 'Operators')).toEqual(sorted(OPERATORS)));
  it('the actions of rules', () =>
    expect(named('rule-language.md', 'Actions')).toEqual(sorted(ACTION_TYPES)));
  it('the fields of rules', () =>
    expect(named('rule-language.md', 'Fields')).toEqual(
      sorted([...RULE_FIELDS.map(({ name }) => name), 'mapped_fields.*']),
    ));

  it('the statuses of errors, each with an example', () => {
    const text = readFileSync(path.join(ROOT, 'docs/reference/errors.md'), 'utf8');
    const documented = [...text.matchAll(/^## <a id="status-(\d+)">/gm)].map(([, status = '']) => status);
    const answered = operations
      .flatMap(({ responses }) => Object.keys(responses))
      .filter((status) => status >= '400');
    // 500 is a defect, which no route declares.
    expect(sorted(documented)).toEqual(sorted([...answered, '500']));
  });
});
