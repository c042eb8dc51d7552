import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, type GenerateResult } from 'selfsigned';

const YEARS = 10;

export interface Certificates {
  /** PEM of the authority that clients have to trust. */
  readonly caCertificate: string;
  readonly certificate: string;
  readonly key: string;
}

/** An authority and a certificate for 127.0.0.1 and localhost signed by it; stored in `dataDir`, so that trust outlives a restart. */
export async function certificates(dataDir: string | undefined): Promise<Certificates> {
  const path = dataDir === undefined ? undefined : join(dataDir, 'receiver-tls.json');
  if (path !== undefined && existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Certificates;
  const issued = await issue();
  if (path !== undefined) writeFileSync(path, JSON.stringify(issued), { mode: 0o600 });
  return issued;
}

async function issue(): Promise<Certificates> {
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + YEARS);
  // Elliptic keys, because creating two RSA keys would take longer than the rest of the start.
  const common = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256', notAfterDate } as const;
  const authority: GenerateResult = await generate([{ name: 'commonName', value: 'Tributary Sandbox CA' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server: GenerateResult = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { caCertificate: authority.cert, certificate: server.cert, key: server.private };
}
