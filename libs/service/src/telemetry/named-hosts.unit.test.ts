import { nameHosts, withoutUsersHosts } from './named-hosts';

it('metrics of outgoing requests name companies of the settings, and no user’s server', () => {
  nameHosts(['https://bank.example/api/v2', 'no url']);
  const of = (host: string) =>
    withoutUsersHosts({ 'server.address': host, 'server.port': 8443, 'http.request.method': 'GET' });
  expect(of('bank.example')).toEqual({
    'server.address': 'bank.example',
    'server.port': 8443,
    'http.request.method': 'GET',
  });
  expect(of('actual.jana-novakova.example')).toEqual({
    'server.address': 'other',
    'http.request.method': 'GET',
  });
  expect(withoutUsersHosts({ work: 'outbox' })).toEqual({ work: 'outbox' });
});
