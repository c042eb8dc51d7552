import { AllowedMethods } from './allowed-methods';

const routes = new AllowedMethods();
routes.add(['GET', 'HEAD'], '/rules/:ruleId');
routes.add('PUT', '/rules/:ruleId');
routes.add(['GET', 'HEAD'], '/rules/fields');
routes.add('POST', '/rules/:ruleId/accounts/:accountId');
routes.add(['GET', 'POST', 'DELETE'], '/oauth/*');
routes.add(['GET', 'HEAD'], '/services/:service/letters/:letterId');
routes.add('POST', '/services/:service/letters/drop');

describe('a path', () => {
  it.each([
    ['DELETE', '/rules/5', undefined, ['GET', 'HEAD', 'PUT']],
    ['GET', '/rules/5/accounts/x', undefined, ['POST']],
    ['PUT', '/rules/fields', '/rules/:ruleId', ['GET', 'HEAD']],
    ['PATCH', '/oauth/token', undefined, ['DELETE', 'GET', 'POST']],
    ['OPTIONS', '/services/a/letters/drop', undefined, ['POST']],
    ['GET', '/services/a/letters/drop', '/services/:service/letters/:letterId', ['POST']],
  ])('%s %s supports other methods', (method, path, route, allowed) => {
    expect(routes.insteadOf(method, path, route)).toEqual(allowed);
  });

  it.each([
    ['GET', '/rules/5', '/rules/:ruleId'],
    ['GET', '/rules/fields', '/rules/fields'],
    ['GET', '/nothing', undefined],
    ['GET', '/rules/5/', undefined],
    ['POST', '/oauth/token', '/oauth/*'],
    ['POST', '/services/a/letters/drop', '/services/:service/letters/drop'],
    ['GET', '/services/a/letters/5', '/services/:service/letters/:letterId'],
  ])('%s %s supports the method, or has none', (method, path, route) => {
    expect(routes.insteadOf(method, path, route)).toBeNull();
  });
});
