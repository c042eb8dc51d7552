import { connect, createServer, Server } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { clientSecurity } from '../src/engines/kafka/kafka-security';

describe('a connection to brokers with TLS', () => {
  let server: Server;
  let cert: string;
  beforeAll(async () => {
    const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
      keySize: 2048,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    cert = made.cert;
    server = createServer({ key: made.private, cert }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  /** As kafkajs connects: its options, and the host that it has. */
  async function connectTo(host: string): Promise<Date[]> {
    const seen: Date[] = [];
    const { ssl } = clientSecurity({ tls: { ca: cert }, onCertificate: (validTo) => seen.push(validTo) });
    if (typeof ssl !== 'object') throw new Error('no TLS');
    const { port } = server.address() as AddressInfo;
    const socket = connect({ host: '127.0.0.1', servername: host, port, ...ssl });
    try {
      await once(socket, 'secureConnect');
      return seen;
    } finally {
      socket.destroy();
    }
  }

  it('reports until when the broker’s certificate is valid', async () => {
    expect(await connectTo('127.0.0.1')).toEqual([new Date(new X509Certificate(cert).validTo)]);
  });

  it('is refused under a name that the certificate does not have, as without the report', async () => {
    await expect(connectTo('another.example')).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('is none where the settings ask for none', () => {
    expect(clientSecurity({ tls: false, onCertificate: () => undefined }).ssl).toBe(false);
    expect(clientSecurity().ssl).toBe(false);
  });
});
