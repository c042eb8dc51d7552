import { ListDefinition, QueryDefinition } from '@tributary/http';
import { DestinationKind } from './destination-kinds';

const LINKS = { needs: 'transfer-links:read' } as const;

/** What the list of a kind's connections takes. */
export function connectionList({ unit, target }: DestinationKind): ListDefinition {
  return {
    sorts: ['id', 'created_at', 'updated_at'],
    defaultSort: '-id',
    includes: {
      [unit.plural]: {},
      [`${unit.plural}.${target.plural}`]: {},
      [`${unit.plural}.${target.plural}.transfer_links`]: LINKS,
    },
    filters: {},
  };
}

/** What the list of budgets, of spreadsheets, of databases takes. */
export function unitList({ target }: DestinationKind): ListDefinition {
  return {
    sorts: ['id', 'created_at', 'updated_at', 'name'],
    defaultSort: '-id',
    includes: {
      connection: {},
      [target.plural]: {},
      [`${target.plural}.transfer_links`]: LINKS,
    },
    filters: { id: { kind: 'id' }, connection_id: { kind: 'id' }, name: { kind: 'contains' } },
  };
}

/** What the list of what links point to takes. */
export function targetList({ unit, target }: DestinationKind): ListDefinition {
  return {
    sorts: ['id', 'created_at', 'updated_at', 'name'],
    defaultSort: '-id',
    includes: { [unit.name]: {}, [`${unit.name}.connection`]: {}, transfer_links: LINKS },
    filters: {
      id: { kind: 'id' },
      connection_id: { kind: 'id' },
      [target.parent]: { kind: 'id' },
      name: { kind: 'contains' },
    },
  };
}

/** What one resource of a list takes. */
export function alone({ includes }: ListDefinition): QueryDefinition {
  return { includes };
}
