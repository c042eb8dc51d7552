import { spawnSync } from 'node:child_process';
import path from 'node:path';

interface Uses {
  /** The files that name each table, and whether they may. */
  readonly tables: Readonly<Record<string, { readonly files: readonly string[]; readonly owned: boolean }>>;
  readonly named: readonly (readonly string[])[];
}

/** SQL and sources, and the tables that they name. */
const EXAMPLES = [
  ['select * from accounts a join query_model."transactions" t, rules r', 'accounts transactions rules'],
  ['delete from only deliveries d using sending_states s', 'deliveries sending_states'],
  ['insert into ${schema}.jobs (id) select 1 on conflict do update set id = 2', 'jobs'],
  ["@Entity('rules') class Rule { readonly part = { table: 'rule_logs' }; }", 'rules rule_logs'],
  [
    "const accounts: ProjectedTable = { table: 'accounts' };\nexport const RULES = resourceTable('rules');",
    'accounts rules',
  ],
  ["rowsOf({ from: 'rules r', joins: 'left join rule_logs l on l.rule_id = r.id' })", 'rules rule_logs'],
  ["select nextval('webhook_endpoints_id_seq')", 'webhook_endpoints'],
  ['select 1 from ${schemaOf(name)}.jobs, ${schema}.rules', 'jobs rules'],
  ['/** Deletes from accounts. */\n// or from transactions\nconst all = "from one"', ''],
  ["import { accounts } from './accounts';", ''],
] as const;
const KNOWN = new Set(EXAMPLES.flatMap(([, expected]) => expected.split(' ')));

/** Read in a Node of its own: the tool is an ES module. */
function uses(): Uses {
  const script = `import(${JSON.stringify(path.join(__dirname, 'table-owners.mjs'))}).then((tool) => {
    const tables = [...tool.tableUses()].map(([table, files]) => [table, { files, owned: tool.isOwned(files) }]);
    const named = ${JSON.stringify(EXAMPLES)}.map(([source]) => tool.tablesNamedIn(source));
    console.log(JSON.stringify({ tables: Object.fromEntries(tables), named }));
  })`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Uses;
}

const { tables, named } = uses();
describe('tools/table-owners.mjs', () => {
  it.each(EXAMPLES.map(([source, expected], index) => [source, expected, named[index] ?? []] as const))(
    'finds the tables of %j',
    (_source, expected, found) => {
      expect(found.filter((name) => KNOWN.has(name)).sort()).toEqual(
        expected.split(' ').filter(Boolean).sort(),
      );
    },
  );
});

describe('tables', () => {
  it('are named by their entity and stores alone, at most 3 files', () => {
    expect(Object.keys(tables).length).toBeGreaterThan(100);
    const others = Object.entries(tables).filter(([, { owned }]) => !owned);
    expect(Object.fromEntries(others.map(([table, { files }]) => [table, files]))).toEqual({});
  });
});
