import fastify from 'fastify';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { warnOfUnnamedProxies } from './forwarded-headers';

async function warningsOf(
  config: Pick<ApiGatewayConfig, 'publicUrl' | 'trustedProxies'>,
  headers: Record<string, string>,
): Promise<string[]> {
  const server = fastify({ trustProxy: config.trustedProxies ?? false });
  const warnings: string[] = [];
  warnOfUnnamedProxies(server, config as ApiGatewayConfig, (text) => warnings.push(text));
  server.get('/', (_request, reply) => reply.send('x'));
  for (let count = 0; count < 3; count += 1) {
    await server.inject({ url: '/', headers, remoteAddress: '172.18.0.1' });
  }
  await server.close();
  return warnings;
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' };

describe('the operator gets a warning about a proxy that TRUSTED_PROXIES does not name', () => {
  it('once, with the proxy’s network', async () => {
    const warnings = await warningsOf({ publicUrl: null, trustedProxies: '10.0.0.1' }, forwarded);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('172.18.0.0/24');
    expect(warnings[0]).toContain('TRUSTED_PROXIES');
  });

  it('already at the start if only a proxy can provide TLS', async () => {
    const config = { publicUrl: 'https://api.example.com', trustedProxies: null };
    expect(await warningsOf(config, {})).toHaveLength(1);
  });

  it('but not if it is named, or no header is forwarded', async () => {
    const named = { publicUrl: 'https://api.example.com', trustedProxies: '172.18.0.1' };
    expect(await warningsOf(named, forwarded)).toEqual([]);
    expect(await warningsOf({ publicUrl: 'http://localhost', trustedProxies: null }, {})).toEqual([]);
  });
});
