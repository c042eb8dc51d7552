import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProvisioning } from './provisioning';

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'tributary-provisioning-'))));
afterAll(() => rmSync(folder, { recursive: true }));

it('reads its secrets from files', () => {
  const fileWith = (name: string, content: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const passwords = Object.fromEntries(
    ['API_GATEWAY', 'INGESTION_SYNC', 'RULE_ENGINE', 'TRANSFER_ENGINE', 'WEBHOOK_DISPATCHER'].map(
      (service) => [`${service}_DATABASE_PASSWORD_FILE`, fileWith(service, `password of ${service}\n`)],
    ),
  );
  const { adminUrl, owners } = readProvisioning({
    ...passwords,
    DATABASE_ADMIN_URL_FILE: fileWith('url', 'postgres://admin@host/name\n'),
  });
  expect(adminUrl).toBe('postgres://admin@host/name');
  expect(owners[2]).toEqual({ schema: 'rule_engine', password: 'password of RULE_ENGINE' });
});
