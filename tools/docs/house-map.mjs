import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../install.mjs';
import { table } from './markdown.mjs';

/** The page that shows every package, what it imports, and its folders. */
export function houseMap() {
  const packages = ['libs', 'apps'].flatMap((kind) =>
    readdirSync(path.join(ROOT, kind)).map((name) => packageOf(kind, name)),
  );
  const imports = packages.map(({ title, own }) => [title, own.length === 0 ? 'no other' : own.join(', ')]);
  const used = packages.map(({ name, title }) => [
    title,
    packages
      .filter(({ own }) => own.includes(name))
      .map((one) => one.name)
      .join(', ') || 'no other',
  ]);
  const folders = packages.map(
    ({ kind, name, features }) =>
      `### ${kind}/${name}\n\n${features.length === 0 ? 'Files alone.' : features.map((one) => `\`${one}/\``).join(', ')}`,
  );
  return `# A map of the house

Which package imports which, as the sources say it today. [Architecture](../explanation/architecture.md) says what they do, and
\`.dependency-cruiser.cjs\` which directions are allowed.

## What each package imports

${table(['package', 'imports'], imports)}

## Who imports each package

${table(['package', 'is imported by'], used)}

## The folders of each package

A folder of a service is a feature of the domain, not a layer. The folders of a package never import each other in a circle, and
neither do the folders within one of them; \`npx nx imports\` names the imports that close one.

A file \`….store.ts\` has the SQL on a group of tables, their row types, and a function for each statement. Beside it only the
entity and the migrations of a table name it: [decision](../decisions/schemas-and-stores.md#stores).
\`node tools/table-owners.mjs\` counts the files that name each table.

${folders.join('\n\n')}
`;
}

function packageOf(kind, name) {
  const source = path.join(ROOT, kind, name, 'src');
  const entries = readdirSync(source, { withFileTypes: true });
  const features = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const readme = `${kind}/${name}/README.md`;
  const title = existsSync(path.join(ROOT, readme)) ? `[${name}](../../${readme})` : name;
  return { kind, name, title, features, own: importsOf(source, name) };
}

function importsOf(source, self) {
  const files = readdirSync(source, { recursive: true }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const names = files.flatMap((file) => {
    const text = readFileSync(path.join(source, file), 'utf8');
    return [...text.matchAll(/from '@tributary\/([\w-]+)'/g)].map(([, name]) => name);
  });
  return [...new Set(names)].filter((name) => name !== self).sort();
}
