import { table } from './markdown.mjs';
import { exampleOf } from './schema-example.mjs';

const FOLDER = 'reference/rest';

/** The pages of the REST reference, by their paths on the site: an index, and one for each group of routes. */
export function restPages(document) {
  const operations = operationsOf(document);
  const groups = groupsOf(operations);
  const pages = { [`${FOLDER}/index.md`]: index(groups) };
  for (const [tag, members] of groups) pages[pageOf(tag)] = group(tag, members, document.components.schemas);
  return pages;
}

/** Every route, with what its page says of it. */
export function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route,
      method: method.toUpperCase(),
      tag: operation.tags?.[0] ?? 'Other',
      ...operation,
    })),
  );
}

/** By tag, in the order of the document. */
export function groupsOf(operations) {
  const groups = new Map();
  for (const one of operations) groups.set(one.tag, [...(groups.get(one.tag) ?? []), one]);
  return groups;
}

function pageOf(tag) {
  return `${FOLDER}/${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.md`;
}

function headingOf({ method, route }) {
  return `${method} ${route}`;
}

function index(groups) {
  const lists = [...groups].map(([tag, members]) => {
    const rows = members.map((one) => [
      `[\`${headingOf(one)}\`](/${pageOf(one.tag)}#${one.operationId})`,
      one.summary,
    ]);
    return `## ${tag}\n\n${table(['route', 'what it does'], rows)}`;
  });
  return `# REST: all routes

Below \`/api/v1\`. Send a token as \`Authorization: Bearer …\`; [which tokens there are](/how-to/give-programs-access.md), and
[what each scope allows](/reference/scopes.md). To try a route, open \`/api/v1/docs\` of your installation; \`/api/v1/openapi.json\`
is the document that these pages are made of.

- **Lists** take \`page[number]\` and \`page[size]\`, \`sort\` (\`-\` in front for descending), \`filter[…]\` and \`include\`. An unknown
  parameter is refused with 422.
- **Changes** take an \`Idempotency-Key\`: a request that is repeated with the same key within 24 hours is carried out once.
- **Errors** have a \`message\`; [every error](/reference/errors.md) has a page.

${lists.join('\n\n')}
`;
}

function group(tag, members, schemas) {
  return `# REST: ${tag}\n\n${members.map((one) => operation(one, schemas)).join('\n\n')}\n`;
}

function operation(one, schemas) {
  const parts = [
    `## <a id="${one.operationId}"></a>${escaped(headingOf(one))}`,
    `${one.summary}.${one.description ? ` ${one.description}` : ''}`,
    access(one),
    parameters(one),
    request(one, schemas),
    answers(one, schemas),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function access({ security = [] }) {
  const scopes = security.flatMap(({ oauth2 = [] }) => oauth2);
  if (scopes.length > 0) return `Scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`;
  if (security.some(({ app }) => app)) return 'Takes an app’s client id and secret (HTTP Basic).';
  return security.length === 0 ? 'Needs no token.' : 'Needs a personal access token without restrictions.';
}

function parameters({ parameters: all = [] }) {
  const shown = all.filter(({ name }) => name !== 'Idempotency-Key');
  if (shown.length === 0) return '';
  const rows = shown.map((one) => [
    `\`${one.name}\``,
    one.in + (one.required ? ', required' : ''),
    [one.description, valuesOf(one.schema ?? {})].filter(Boolean).join(' '),
  ]);
  return table(['parameter', 'in', 'meaning'], rows);
}

/** The values that a parameter takes, where there are few. */
function valuesOf({ enum: values, items, pattern = '' }) {
  const listed =
    values ??
    items?.enum ??
    /\(((?:[\w.]+\|)+[\w.]+)\)/.exec(pattern)?.[1].replaceAll('\\', '').split('|') ??
    [];
  return listed.length === 0 ? '' : `One of ${listed.map((one) => `\`${one}\``).join(', ')}.`;
}

function request({ method, route, requestBody, parameters: all = [], security = [] }, schemas) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const url = route.replaceAll(/\{[^}]+\}/g, '17');
  const required = all.filter((one) => one.in === 'query' && one.required);
  const query = required
    .map((one) => `${one.name}=${String(exampleOf(one.schema, schemas, one.name))}`)
    .join('&');
  const lines = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`}${security.length > 0 ? ' -H "$AUTH"' : ''}`,
  ];
  if (type === 'application/json') {
    const body = JSON.stringify(exampleOf(media.schema, schemas), null, 2).replaceAll("'", "'\\''");
    lines.push(`  -H 'content-type: application/json' -d '${body}'`);
  } else if (type) lines.push(`  -H 'content-type: ${type}' --data-binary @file`);
  lines.push(`  -g "$API${url}${query ? `?${query}` : ''}"`);
  return `\`\`\`sh\n${lines.join(' \\\n')}\n\`\`\``;
}

function answers({ responses }, schemas) {
  const good = Object.entries(responses).filter(([status]) => status < '400');
  const bad = Object.entries(responses).filter(([status]) => status >= '400');
  const shown = good.map(([status, { description, content = {} }]) => {
    const [type, media] = Object.entries(content)[0] ?? [];
    const example =
      type === 'application/json'
        ? `\n\n\`\`\`json\n${JSON.stringify(exampleOf(media.schema, schemas), null, 2)}\n\`\`\``
        : '';
    return `**${status}** ${description}${type && !example ? ` \`${type}\`` : ''}${example}`;
  });
  const errors = bad.map(([status]) => `[${status}](/reference/errors.md#status-${status})`).join(', ');
  return `${shown.join('\n\n')}${errors ? `\n\nErrors: ${errors}.` : ''}`;
}

function escaped(text) {
  return text.replaceAll('{', '&#123;').replaceAll('}', '&#125;');
}
