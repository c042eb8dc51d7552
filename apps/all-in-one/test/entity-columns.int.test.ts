import { SERVICES } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { createServiceDatabase } from '@tributary/testing';
import { getMetadataArgsStorage } from 'typeorm';
import { schemasOf } from './service-schemas';

/**
 * Returns the columns of all services' entities, as `table.column`; importing the services' migrations loads their
 * entities.
 */
function columnsOfEntities(): string[] {
  const { columns, tables } = getMetadataArgsStorage();
  return columns.flatMap(({ target, propertyName, options }) => {
    const table = tables.find((one) => one.target === target);
    return table?.name === undefined ? [] : `${table.name}.${options.name ?? propertyName}`;
  });
}

describe('the entities', () => {
  it('have columns that a migration makes', async () => {
    const database = await createServiceDatabase(schemasOf(SERVICES));
    try {
      const rows = await columnsIn(database.url);
      const missing = columnsOfEntities().filter((column) => !rows.has(column));
      expect({ withoutMigration: missing }).toEqual({ withoutMigration: [] });
      expect(columnsOfEntities()).toContain('transfer_links.active');
    } finally {
      await database.drop();
    }
  });
});

async function columnsIn(url: string): Promise<Set<string>> {
  const database = await Database.open({ url, schema: 'public', entities: [], migrations: [] });
  try {
    const rows = await database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns`,
    );
    return new Set(rows.map(({ name }) => name));
  } finally {
    await database.close();
  }
}
