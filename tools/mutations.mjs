import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Safeguards that the mutation check removes one at a time; a test must then fail. `shows` matches the failure, so that a
 * mutation that only keeps the system from starting does not count as found. With `fault`, the check mutates a file of the
 * build and runs the faults of that name; with `test`, it mutates a source file and runs that test.
 */
export const MUTATIONS = [
  {
    name: 'events-after-the-commit',
    what: 'events are written to the outbox a moment after the transaction instead of in it',
    file: 'libs/messaging/src/outbox/outbox.js',
    from: 'async function appendToOutbox(tx, events) {',
    to: `async function appendToOutbox(tx, events) {
    const { dataSource } = tx.manager;
    const query = (sql, parameters) => dataSource.query(sql, parameters);
    const outside = { query, queryPrepared: query };
    setTimeout(() => void appendOutside(outside, events).catch(() => undefined), 500);
}
async function appendOutside(tx, events) {`,
    fault: '(ingestion-sync|rule-engine) loses and repeats no transaction',
    shows: /\d+ lost (over REST|at the budget)/,
  },
  {
    name: 'gateway-stores-any-version',
    what: 'the query model stores events of any version',
    file: 'apps/api-gateway/src/model/projections/projected-table.js',
    from: 'where excluded.${versionColumn} > t.${versionColumn}',
    to: 'where true',
    fault: 'in any order',
    shows: /not as the bank reports them now, over REST/,
  },
  {
    name: 'webhooks-announce-any-version',
    what: 'webhooks announce transactions of any version',
    file: 'apps/webhook-dispatcher/src/announcements/changes/announced.store.js',
    from: 'where excluded.shaped_version > t.shaped_version',
    to: 'where true',
    fault: 'every message delivered again',
    shows: /"deliveries": \d+/,
  },
  {
    name: 'transfers-plan-any-version',
    what: 'a transfer is planned again for any version',
    file: 'apps/transfer-engine/src/transfers/planning/replan-transfers.js',
    from: 'if (!newer || newer.shapedVersion <= row.shapedVersion) return [];',
    to: 'if (!newer) return [];',
    fault: 'every message delivered again',
    shows: /not as the bank reports them now, at the budget|"transfer attempts": \d+/,
  },
  {
    name: 'random-import-id',
    what: 'each request sends a transfer under another key',
    file: 'apps/transfer-engine/src/transfers/dispatch/due-transfers.store.js',
    from: 't.import_id as "importId"',
    to: 'gen_random_uuid()::text as "importId"',
    fault: 'transfer-engine loses and repeats no transaction',
    shows: /\d+ twice at the budget/,
  },
  {
    name: 'decided-row-is-an-update',
    what: 'a transaction that was under review is announced as an update of one that nobody received',
    file: 'apps/webhook-dispatcher/src/announcements/changes/change.ts',
    from: 'if (previousHash === null || previousHash === UNDER_REVIEW)',
    to: 'if (previousHash === null)',
    test: 'apps/webhook-dispatcher/src/announcements/changes/change.unit.test.ts',
    shows: /Expected: "(CREATED|NONE)"/,
  },
  {
    name: 'commands-without-their-key',
    what: 'a repeated request sends its owner a command of another id',
    file: 'libs/messaging/src/commands/command-client.ts',
    from: 'if (options.idempotencyKey === undefined) return randomUUID();',
    to: 'if (contract.name !== "") return randomUUID();',
    test: 'apps/api-gateway/test/contract/repeated-at-owners.int.test.ts',
    shows: /"ran": \d+/,
  },
  ...withoutFences([
    {
      name: 'relay',
      file: 'libs/messaging/src/outbox/outbox.store.ts',
      from: 'where fence = $2 for share',
      to: 'where $2::bigint is not null for share',
      test: 'libs/messaging/test/outbox/outbox-relay.int.test.ts',
    },
    {
      name: 'syncs',
      file: 'apps/ingestion-sync/src/sync/due/due-accounts.store.ts',
      from: "isHeld('a', 'i.fence')",
      to: "'true'",
      test: 'apps/ingestion-sync/test/sync/sync-writer.int.test.ts',
    },
    {
      name: 'jobs',
      file: 'libs/jobs/src/jobs.store.ts',
      from: "isHeld('jobs', '$2')",
      to: "'$2::bigint is not null'",
      test: 'libs/jobs/test/jobs.int.test.ts',
    },
    {
      // Balances and drift checks hold their units by the same statement.
      name: 'transfers',
      file: 'apps/transfer-engine/src/transfers/dispatch/units/unit-leases.store.ts',
      from: "isHeld('dispatch_leases', '$2')",
      to: "'$2::bigint is not null'",
      test: 'apps/transfer-engine/test/transfers/dispatch/faults.int.test.ts',
    },
    {
      name: 'webhooks',
      file: 'apps/webhook-dispatcher/src/sending/due-deliveries.store.ts',
      from: "isHeld('s', 'w.fence')",
      to: "'true'",
      test: 'apps/webhook-dispatcher/test/sending/leases.int.test.ts',
    },
  ]),
];

/** Each kind of lease without the check that rejects its former holder. */
function withoutFences(mutations) {
  return mutations.map(({ name, ...mutation }) => ({
    name: `${name}-without-fence`,
    what: `a process that paused past the lease of ${name} writes when it wakes`,
    shows: /expect\(.*\)|Expected:? .*/,
    ...mutation,
  }));
}

/** The files of a build that hold a module: its own, and the programs' bundles, which hold their modules as they are. */
export function filesWithModule(build, module) {
  const bundles = readdirSync(build, { recursive: true })
    .filter((file) => /\.modules\.\w+\.js$/.test(file))
    .filter((file) => readFileSync(path.join(build, file), 'utf8').includes(`//# module ${module}\n`));
  if (bundles.length === 0) throw new Error(`no program has the module ${module}`);
  return [module, ...bundles];
}
