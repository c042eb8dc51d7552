import { SCOPES } from '@tributary/api-gateway';
import { ACTION_TYPES, COMMANDS, EVENT_TYPES, EVENTS, OPERATORS, RULE_FIELDS } from '@tributary/contracts';
import { ERROR_PAGES } from '@tributary/http';
import { program } from '@tributary/operator';
import type { Command } from 'commander';
import { readdirSync, readFileSync } from 'node:fs';
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

function commandsOf(command: Command, above = ''): string[] {
  return command.commands.flatMap((one) =>
    one.commands.length > 0 ? commandsOf(one, `${one.name()} `) : [`${above}${one.name()}`],
  );
}

/** Names that are given to an instrument anywhere: as the first argument, or as a constant. */
function instruments(): string[] {
  const sources = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(path.join(ROOT, kind)).flatMap((name) => sourcesOf(path.join(ROOT, kind, name, 'src'))),
  );
  const texts = sources.map((file) => readFileSync(file, 'utf8'));
  return sorted(texts.flatMap((text) => [...text.matchAll(INSTRUMENT)].map(([, name = '']) => name)));
}

const INSTRUMENT = /(?:\(\s*|^const \w+ = )'(tributary\.[a-z_]+\.[a-z_.]+)'[,;]/gm;

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file));
}

it('says what the programs of `npx tributary` do that are no commands for operators', () => {
  const entry = readFileSync(path.join(ROOT, 'apps/operator/bin/tributary.mjs'), 'utf8');
  const words = [...(/\[('\w+'(?:, '\w+')*)\]\.includes/.exec(entry)?.[1] ?? '').matchAll(/\w+/g)];
  const page = readFileSync(path.join(ROOT, 'apps/operator/README.md'), 'utf8');
  expect(words.length).toBeGreaterThan(0);
  for (const [word] of words) expect(page).toContain(`npx tributary ${word}`);
});

it('says what every script of npm does', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const page = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const missing = Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(page));
  expect(missing).toEqual([]);
});

describe('the reference, which `npm run docs` makes, names exactly', () => {
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

  it('the commands for operators', () =>
    expect(named('commands.md').filter((name) => !name.startsWith('-'))).toEqual(
      sorted(commandsOf(program())),
    ));
  it('the metrics of our own', () =>
    expect(named('metrics.md').filter((name) => name.startsWith('tributary.'))).toEqual(instruments()));

  it('the kinds of errors, each with a page that an answer links', () => {
    const pages = readdirSync(path.join(ROOT, 'docs/errors')).map((file) => path.basename(file, '.md'));
    expect(sorted(pages)).toEqual(sorted(ERROR_PAGES));
    const text = readFileSync(path.join(ROOT, 'docs/reference/errors.md'), 'utf8');
    const linked = [...text.matchAll(/\(\.\.\/errors\/([a-z-]+)\.md\)/g)].map(([, page = '']) => page);
    expect(sorted(linked)).toEqual(sorted(ERROR_PAGES));
  });

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
