/** How clients reach an API server whose certificate is its own, made for one run. */
export function kubeconfigOf(server, token) {
  const cluster = { server, 'insecure-skip-tls-verify': true };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'here', cluster }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'admin' } }],
    'current-context': 'here',
  };
}
