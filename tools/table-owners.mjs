import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

/** Parts of the product that have no tables of their own, or only those of tests. */
const WITHOUT_TABLES = /^(apps\/(console|sandbox)|libs\/(client|testing))\//;
const MIGRATION = /\/migrations\/|\.migration\.ts$/;
const OWNER = /\.(entity|projection|store)\.ts$/;
/** Of a table, its entity among them. */
const OWNERS_MAX = 3;

const CREATED = /\bcreate table (?:if not exists )?(\w+)/gi;
/** A list of tables in SQL, each with or without a schema and an alias. */
const LISTED =
  /\b(?:from|join|into|update|using|table|truncate)\s+(?:only\s+)?(?=((?:\$\{[^}]*\}|[\w."])+(?:[\w."\s]*,\s*(?:\$\{[^}]*\}|[\w."])+)*))/gi;
/** A table outside SQL: of an entity, a descriptor's member `table`, a resource, a list, leases, a sequence. */
const NAMED =
  /@Entity\('(\w+)'|\btable: '(\w+)'|\bresourceTable\('(\w+)'|\bfrom: '(\w+)(?: \w+)?'|'(\w+)_id_seq'/g;

/** @returns {{ file: string, part: string, text: string }[]} the product's sources: TypeScript, and the SQL of baselines */
function sourcesOf(root) {
  const patterns = ['apps/*/src/*.ts', 'apps/*/src/*.sql', 'libs/*/src/*.ts'];
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout
    .trim()
    .split('\n')
    .filter((file) => !WITHOUT_TABLES.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => existsSync(path.join(root, file)))
    .map((file) => ({
      file,
      part: file.split('/').slice(0, 2).join('/'),
      text: readFileSync(path.join(root, file), 'utf8'),
    }));
}

/** The tables that SQL text, or a declaration such as an entity's, names. Comments name none. */
export function tablesNamedIn(source) {
  const text = source.replace(/\/\*[*\s][\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '');
  const named = [...text.matchAll(NAMED)].map((match) => match.slice(1).find((name) => name !== undefined));
  const listed = [...text.matchAll(LISTED)].flatMap(([, list]) => list.split(',').map(tableOf));
  return [...new Set([...named, ...listed])];
}

/** `query_model."accounts" a` is `accounts`. */
function tableOf(item) {
  const [first] = item.trim().split(/\s/);
  return first.replaceAll('"', '').split('.').at(-1);
}

/** The tables that migrations create, by part: an app or a library. */
function createdTables(sources) {
  const created = new Map();
  for (const { file, part, text } of sources) {
    if (!MIGRATION.test(file)) continue;
    const tables = created.get(part) ?? new Set();
    created.set(part, tables);
    for (const [, table] of text.matchAll(CREATED)) tables.add(table);
  }
  return created;
}

/**
 * Each table, as `<part>/<table>`, with the files that name it beside migrations. A service names the tables of its own
 * schema, in which the tables of the libraries are, too.
 * @returns {Map<string, string[]>}
 */
export function tableUses(root = ROOT) {
  const sources = sourcesOf(root);
  const created = createdTables(sources);
  const libraries = [...created.keys()].filter((part) => part.startsWith('libs/'));
  const uses = new Map();
  for (const [part, tables] of created) for (const table of tables) uses.set(`${part}/${table}`, []);
  for (const { file, part, text } of sources) {
    if (MIGRATION.test(file)) continue;
    for (const table of tablesNamedIn(text)) {
      const owner = [part, ...libraries].find((one) => created.get(one)?.has(table));
      if (owner) uses.get(`${owner}/${table}`).push(file);
    }
  }
  return uses;
}

/** Whether only owners name the table, and few. A table without any is named in a way that is not known here. */
export function isOwned(files) {
  return files.length > 0 && files.length <= OWNERS_MAX && files.every((file) => OWNER.test(file));
}

if (process.argv[1] === import.meta.filename) {
  const uses = [...tableUses()].sort(([, one], [, other]) => other.length - one.length);
  for (const [table, files] of uses) console.log(String(files.length).padStart(3), table);
  const others = uses.filter(([, files]) => !isOwned(files));
  console.log(`${uses.length} tables, ${others.length} of them not owned by stores`);
}
