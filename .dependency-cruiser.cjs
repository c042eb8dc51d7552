/**
 * The direction of imports, held in CI:
 *   pure libraries <- contracts <- messaging, persistence, http, jobs, service <- apps
 * An app never imports an app (all-in-one alone hosts them); only messaging imports kafkajs.
 */
const PURE = '^libs/(money|outbound|secrets)/';
const CONTRACTS = '^libs/contracts/';
const GATEWAY = '^apps/api-gateway/src/';
const IDENTITY = `${GATEWAY}(auth|console|mail|notices|pages|rate-limits|setups|users)/`;
const QUERY_API = `${GATEWAY}(administration|commands|destinations|finance|made-by-apps|overview|query-api|query-model|relations|rules|stream|transfers|webhooks)[./]`;
/** What both sides declare their routes with. */
const BELOW_BOTH_SIDES = `${GATEWAY}(idempotency|openapi|query)/`;
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
    {
      // Its settings and what it offers to other apps name parts of both.
      name: 'the-gateway-imports-of-identity-only-its-face',
      severity: 'error',
      from: {
        path: GATEWAY,
        pathNot: [TESTS, IDENTITY, BELOW_BOTH_SIDES, `${GATEWAY}(identity/|index\\.ts|api-gateway\\.config)`],
      },
      to: { path: IDENTITY },
    },
    {
      // By identity's face they would reach all of identity, whose own routes are declared with them.
      name: 'what-lies-below-both-sides-imports-of-identity-only-auth',
      severity: 'error',
      from: { path: BELOW_BOTH_SIDES, pathNot: TESTS },
      to: { path: [IDENTITY, `${GATEWAY}identity/`], pathNot: `${GATEWAY}auth/` },
    },
    {
      name: 'identity-imports-nothing-of-the-query-api',
      severity: 'error',
      from: { path: [IDENTITY, `${GATEWAY}identity/`], pathNot: TESTS },
      to: { path: QUERY_API },
    },
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
