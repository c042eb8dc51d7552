import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

/**
 * The suites that `npm run test:systems` plays, by what makes them slow. `npm test` plays all others, so a new suite is in
 * it until somebody moves it here. docs/contribute/testing.md lists these for readers.
 */
export const SYSTEMS = {
  // They start brokers of their own, or play everything again that the bus in one process has shown.
  kafka: [
    'libs/messaging/test/conformance/kafka.int.test.ts',
    'libs/messaging/test/operations/kafka-access.int.test.ts',
    'libs/service/test/conformance/kafka.int.test.ts',
    'libs/service/test/conformance/start-failures.int.test.ts',
    'libs/service/test/conformance/start-order.int.test.ts',
    'libs/testing/test/kafka/test-kafka.int.test.ts',
  ],
  // They wait for leases that end after a process was killed, or for a system that is restored.
  kills: [
    'apps/all-in-one/test/backup/backup.e2e.test.ts',
    'apps/all-in-one/test/backup/home-backup.e2e.test.ts',
    'apps/all-in-one/test/faults/crashed-work.e2e.test.ts',
    'apps/all-in-one/test/faults/dispatcher.e2e.test.ts',
    'apps/all-in-one/test/faults/forms/home.e2e.test.ts',
    'apps/all-in-one/test/faults/forms/services.e2e.test.ts',
    'apps/all-in-one/test/faults/scale-out.e2e.test.ts',
    'apps/api-gateway/test/identity/notices/killed-notices.int.test.ts',
    'apps/transfer-engine/test/transfers/dispatch/crashed-work.int.test.ts',
  ],
  upgrades: [
    'apps/all-in-one/test/upgrades/expand-and-contract.int.test.ts',
    'tools/node-versions.e2e.test.ts',
  ],
  documentation: [
    'apps/all-in-one/test/documentation/how-to.e2e.test.ts',
    'apps/all-in-one/test/documentation/tutorials.e2e.test.ts',
    'apps/api-gateway/test/documentation/documentation-site.e2e.test.ts',
    'apps/api-gateway/test/rest/openapi/docs-page.int.test.ts',
    'tools/adding.e2e.test.ts',
    'tools/stale-documents.int.test.ts',
  ],
  // They start an installation, or a PostgreSQL of its own, as an operator does, again and again.
  installations: [
    'apps/all-in-one/test/import-folder.e2e.test.ts',
    'apps/all-in-one/test/memory-limit.e2e.test.ts',
    'apps/all-in-one/test/serve.e2e.test.ts',
    'apps/operator/test/acts.e2e.test.ts',
    'apps/operator/test/operator.e2e.test.ts',
    'libs/persistence/test/embedded-postgres.int.test.ts',
    'libs/service/test/provision/provisioning.int.test.ts',
    'libs/service/test/lifecycle/stopping-at-the-start.int.test.ts',
    'tools/chart.unit.test.ts',
  ],
  // They play random histories, or every fixture in every order, for half a minute; examples of each are in the first lane.
  histories: [
    'apps/ingestion-sync/test/imports/file-twin/file-twin.int.test.ts',
    'apps/ingestion-sync/test/sync/provider-faults.int.test.ts',
    'apps/ingestion-sync/test/sync/same-fixtures.int.test.ts',
    'apps/ingestion-sync/test/transactions/corrections/corrections.simulation.int.test.ts',
    'apps/ingestion-sync/test/transactions/random-histories.int.test.ts',
    'apps/ingestion-sync/test/transactions/settlement/random-merges.int.test.ts',
    'apps/rule-engine/test/rule-logs/undo.simulation.int.test.ts',
    'libs/messaging/test/simulation/bus.simulation.unit.test.ts',
  ],
  // They play every case, or show every screen in every width and theme.
  all: ['apps/all-in-one/test/real-cases/real-cases.e2e.test.ts', 'apps/console/test/screens.e2e.test.ts'],
  // They need an API server, a cluster or a container engine, and say which of them is missing.
  containers: [
    'tools/api-server.e2e.test.ts',
    'tools/cluster.e2e.test.ts',
    'tools/deploy-compose.e2e.test.ts',
    'tools/deploy-page.e2e.test.ts',
  ],
  // They need a PgBouncer, which few machines have.
  poolers: [
    'apps/all-in-one/test/behind-pgbouncer.e2e.test.ts',
    'libs/persistence/test/behind-pgbouncer.int.test.ts',
  ],
  // A package is made, installed and compiled.
  packages: ['libs/client/test/package.int.test.ts'],
  // The checkout is copied, and services start again and again.
  development: ['apps/all-in-one/test/dev.e2e.test.ts'],
  // What takes a system half a minute or more because of its size, or because nothing must happen in it.
  sizes: ['apps/all-in-one/test/at-rest.e2e.test.ts', 'apps/all-in-one/test/largest-stored.e2e.test.ts'],
  // The same, of what a service does with very much of something, or with all that it was ever given.
  masses: [
    'apps/all-in-one/test/feed-chain.e2e.test.ts',
    'apps/api-gateway/test/api/transactions/transaction-export.int.test.ts',
    'apps/ingestion-sync/src/imports/formats/broken-files.unit.test.ts',
    'apps/ingestion-sync/test/imports/hostile-files.int.test.ts',
    'apps/ingestion-sync/test/imports/large-imports.int.test.ts',
    'apps/ingestion-sync/test/imports/layouts/layouts.unit.test.ts',
    'apps/ingestion-sync/test/imports/rows-of-the-release-before.int.test.ts',
    'apps/ingestion-sync/test/transactions/settlement/many-entries.unit.test.ts',
  ],
};

/** Suites of the lane `npm test` that start services as processes: each leaves little of two cores to another. */
const WITH_PROCESSES =
  /^apps\/all-in-one\/test\/((attacks|faults|marked-values)\/.*|start|trace)\.e2e\.test\.ts$|^tools\/walks\.e2e\.test\.ts$/;
const IN_BROWSER = /^apps\/console\/.*\.e2e\.test\.ts$|^apps\/api-gateway\/test\/pages\/.*\.e2e\.test\.ts$/;

/** Groups of the lane of systems whose suites judge what time, memory and rest cost. */
const ALONE = ['development', 'sizes'];

export const LANES = ['test', 'systems'];

/** @returns {'test' | 'systems'} the one lane that plays the suite */
export function laneOf(suite) {
  return Object.values(SYSTEMS).some((suites) => suites.includes(suite)) ? 'systems' : 'test';
}

/** The suites of a lane in groups that follow each other, with how many of each play at once. */
export function phasesOf(lane) {
  const suites = allSuites().filter((suite) => laneOf(suite) === lane);
  if (lane === 'systems') {
    const alone = ALONE.flatMap((group) => SYSTEMS[group]);
    const others = suites.filter((suite) => !alone.includes(suite) && !SYSTEMS.containers.includes(suite));
    return [
      { name: 'systems side by side', workers: 2, suites: others },
      { name: 'systems alone', workers: 1, suites: alone },
    ];
  }
  const groupOf = (suite) =>
    WITH_PROCESSES.test(suite) ? 'processes' : IN_BROWSER.test(suite) ? 'browser' : 'parts';
  const suitesOf = (group) => suites.filter((suite) => groupOf(suite) === group);
  // Suites of parts wait for PostgreSQL half of their time, those in a browser for what it shows.
  return [
    { name: 'parts', workers: 3, suites: suitesOf('parts') },
    { name: 'browser', workers: 2, suites: suitesOf('browser') },
    { name: 'processes', workers: 1, suites: suitesOf('processes') },
  ];
}

/**
 * What a lane plays besides: suites beside a program of tools/containers, and checks that are no suites. A usual run takes
 * a share of the suites, and only where their program is there already; `FULL=1` takes all and makes the programs first.
 */
export function programsOf(lane, isFull) {
  if (lane !== 'systems') return [];
  const beside = (program, how) => [`tools/containers/${program}.mjs`, how];
  const env = isFull ? {} : { SHARE: '1' };
  const [apiServer, cluster, compose, page] = SYSTEMS.containers;
  return [
    {
      name: 'API server',
      beside: beside('api-server', isFull ? 'run' : 'if-built'),
      suites: [apiServer],
      env,
    },
    { name: 'Compose', beside: beside('engine', isFull ? 'run' : 'if-cached'), suites: [compose], env },
    { name: 'Cluster', beside: isFull ? beside('cluster', 'run') : [], suites: [cluster], env },
    { name: 'Deployment page', beside: isFull ? beside('engine', 'run') : [], suites: [page], env },
    { name: 'Schemathesis', beside: ['tools/schemathesis.mjs'] },
  ];
}

/** All that jest.config.cjs finds. */
export function allSuites() {
  return ['apps', 'libs', 'tools', 'bench']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true }).map((file) => path.join(folder, file)),
    )
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.(unit|int|e2e)\.test\.ts$/.test(file) && !file.includes('node_modules/'))
    .sort();
}
