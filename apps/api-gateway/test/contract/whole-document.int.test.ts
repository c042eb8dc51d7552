import { GatewayUnderTest } from '../gateway-under-test';
import { LEFT_OUT, Operation, operationsFor, operationsOf, routeOf, servedDocument } from './api-document';
import { SAMPLE_IDS } from './filled-events';
import { ROUTES_WITH_BODIES, validRequest } from './valid-bodies';

let gateway: GatewayUnderTest;
let operations: Operation[];
/** Every route of the document. */
let documented: string[];
/** Those that answer to administrators, or to an app's own secret. */
let ofOtherSuites: string[];

interface Documented {
  readonly 'x-role'?: string;
  readonly security?: readonly object[];
}

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  const document = await servedDocument(gateway);
  operations = operationsOf(document);
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Documented>>).map(([method, operation]) => ({
      route: routeOf({ method: method.toUpperCase(), path }),
      isOther: operation['x-role'] !== undefined || (operation.security ?? []).some((one) => 'app' in one),
    })),
  );
  documented = all.map(({ route }) => route);
  ofOtherSuites = all.filter(({ isOther }) => isOther).map(({ route }) => route);
});
afterAll(() => gateway.close());

it('every route of the document is played by the derived suites, whatever its body is', () => {
  expect([...operations.map(routeOf), ...ofOtherSuites].sort()).toEqual([...documented].sort());
  expect(operations.filter(({ takesFile }) => takesFile).map(routeOf)).toEqual(['POST /finance/imports']);
});

it.each(Object.entries(LEFT_OUT))(
  'the suite “%s” leaves out only routes that it names',
  async (suite, leftOut) => {
    const played = (await operationsFor(suite as keyof typeof LEFT_OUT, gateway)).map(routeOf);
    expect([...played, ...Object.keys(leftOut)].sort()).toEqual(operations.map(routeOf).sort());
  },
);

it('every route that takes a body has a right one, and no body is of a route that is gone', () => {
  const taking = operations.filter(({ body }) => body !== null).map(routeOf);
  expect([...ROUTES_WITH_BODIES].sort()).toEqual(taking.sort());
  for (const operation of operations) expect(() => validRequest(operation, SAMPLE_IDS)).not.toThrow();
});

it('every path id has a sample, so that no suite asks for a made-up one', () => {
  const names = operations.flatMap(({ path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  );
  const unknown = [...new Set(names)].filter((name) => !(name in SAMPLE_IDS));
  expect(unknown.sort()).toEqual(['applicationId', 'erasureId', 'feedId', 'kind', 'reviewId']); // which the suites add
});
