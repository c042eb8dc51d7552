import { X509Certificate } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { generate } from 'selfsigned';
import { Database } from '../src/database';
import { EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres';

jest.setTimeout(60_000);

let folder: string;
let server: EmbeddedPostgres;

const certificateOf = (ip: string) =>
  generate([{ name: 'commonName', value: ip }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip }] }],
  });

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tributary-tls-'));
  const dataDir = path.join(folder, 'postgres');
  server = await startEmbeddedPostgres({ dataDir, persistent: false });
  const { private: key, cert } = await certificateOf('127.0.0.1');
  const { cert: other } = await certificateOf('127.0.0.1');
  writeFileSync(path.join(folder, 'ca.pem'), cert);
  writeFileSync(path.join(folder, 'other.pem'), other);
  const owner = statSync(dataDir); // the server reads its key as its own account
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
    const file = path.join(dataDir, name);
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, owner.uid, owner.gid);
  }
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('create schema of_tls');
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function open(authority: string, host = '127.0.0.1'): Promise<Database> {
  const url = new URL(server.url);
  url.hostname = host;
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', path.join(folder, authority));
  return Database.open({ url: url.href, schema: 'of_tls', migrations: [] });
}

describe('a connection to the database with sslmode=verify-full', () => {
  it('uses TLS, and knows until when the certificate is valid', async () => {
    const database = await open('ca.pem');
    try {
      const rows = await database.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      expect(rows).toEqual([{ ssl: true }]);
      const { validTo } = new X509Certificate(readFileSync(path.join(folder, 'ca.pem')));
      expect(await database.certificateEndsAt()).toEqual(new Date(validTo));
    } finally {
      await database.close();
    }
  });

  it('is refused if another authority signed the certificate', async () => {
    await expect(open('other.pem')).rejects.toThrow(/self-signed certificate|unable to verify/);
  });

  it('is refused under a name that the certificate does not have', async () => {
    await expect(open('ca.pem', 'localhost')).rejects.toThrow(/does not match certificate/);
  });
});
