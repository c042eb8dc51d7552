/**
 * The direction of imports, held in CI:
 *   pure libraries <- contracts <- messaging, persistence, http, jobs, service <- apps
 * An app never imports an app (all-in-one alone hosts them); only messaging imports kafkajs.
 */
const PURE = '^libs/(merchants|money|outbound|secrets)/';
const CONTRACTS = '^libs/contracts/';
const GATEWAY = '^apps/api-gateway/src/';
/** The gateway's rooms by floors: a room imports nothing of a floor above its own. */
const FLOORS_OF_GATEWAY = [
  ['documentation', 'model'],
  ['identity'],
  ['rest'],
  ['api', 'console'],
  ['platform'],
];
const TESTS = '\\.unit\\.test\\.ts$|^(apps|libs)/[^/]+/test/|^libs/testing/';

module.exports = {
  forbidden: [
    {
      name: 'pure-libraries-import-no-tributary-library',
      severity: 'error',
      from: { path: PURE, pathNot: TESTS },
      to: { path: ['^libs/', '^apps/'], pathNot: PURE },
    },
    {
      name: 'contracts-import-only-pure-libraries',
      severity: 'error',
      from: { path: CONTRACTS, pathNot: TESTS },
      to: { path: ['^libs/', '^apps/'], pathNot: [CONTRACTS, PURE] },
    },
    {
      name: 'libraries-do-not-import-apps',
      severity: 'error',
      from: { path: '^libs/', pathNot: TESTS },
      to: { path: '^apps/' },
    },
    {
      name: 'an-app-never-imports-an-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: ['^apps/all-in-one/', TESTS] },
      to: { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'product-code-never-imports-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/[^/]+/src/', pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'only-messaging-imports-kafkajs',
      severity: 'error',
      from: { pathNot: ['^libs/messaging/'] },
      to: { path: 'node_modules/kafkajs' },
    },
    ...FLOORS_OF_GATEWAY.slice(0, -1).flatMap((rooms, floor) =>
      rooms.map((room) => ({
        name: `the-gateway’s-${room}-imports-no-room-above-it`,
        severity: 'error',
        from: { path: `${GATEWAY}${room}/`, pathNot: TESTS },
        to: {
          path: `${GATEWAY}(${FLOORS_OF_GATEWAY.slice(floor + 1)
            .flat()
            .join('|')})/`,
        },
      })),
    ),
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      // What cannot be resolved escapes every rule above.
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-test|node_modules/(?!kafkajs))' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
