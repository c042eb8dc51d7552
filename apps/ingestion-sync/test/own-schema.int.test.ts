import { provisionSchemas } from '@tributary/persistence';
import { createTestDatabase, ROLE_PASSWORD } from '@tributary/testing';
import { Client } from 'pg';

it('the role has access to its own schema only', async () => {
  const database = await createTestDatabase('roles');
  const owners = ['ingestion_sync', 'rule_engine'].map((schema) => ({ schema, password: ROLE_PASSWORD }));
  const urls = await provisionSchemas(database.url, owners);
  const [own, other] = owners.map(({ schema }) => new Client({ connectionString: urls.get(schema) }));
  if (!own || !other) throw new Error('no roles');
  await Promise.all([own.connect(), other.connect()]);
  try {
    await other.query('create table rules (id integer)');
    await expect(own.query('select * from rule_engine.rules')).rejects.toThrow(/permission denied/);
    await expect(own.query('create table rule_engine.mine (id integer)')).rejects.toThrow(
      /permission denied/,
    );
    await expect(own.query('create table public.mine (id integer)')).rejects.toThrow(/permission denied/);
  } finally {
    await Promise.all([own.end(), other.end()]);
    await database.drop();
  }
});
