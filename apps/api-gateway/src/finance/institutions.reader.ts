import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import {
  ConditionsOf,
  containsText,
  equalsId,
  equalsText,
  readList,
  RowsAndTotal,
  SortedBy,
} from '../query/list-sql';
import { anywhere, SqlParameters } from '../query/sql-parameters';
import { InstitutionRow } from './connection.resource';
import { INSTITUTION_LIST } from './institution-list';

export type InstitutionQuery = ListQuery<typeof INSTITUTION_LIST>;

const COLUMNS = 'i.id, i.updated_at, i.document';

/** Institutions are the same for everyone. One statement. */
export async function readInstitutions(
  database: Queryable,
  query: InstitutionQuery,
): Promise<RowsAndTotal<InstitutionRow>> {
  return readList<InstitutionRow, typeof INSTITUTION_LIST>(database, query, {
    from: 'institutions i',
    columns: COLUMNS,
    condition: 'true',
    parameters: new SqlParameters(),
    conditions: CONDITIONS,
    sorted: SORTED,
  });
}

export async function readInstitution(database: Queryable, id: number): Promise<InstitutionRow | null> {
  const [row] = await database.query<InstitutionRow>(
    `select ${COLUMNS} from institutions i where i.id = $1`,
    [id],
  );
  return row ?? null;
}

const CONDITIONS: ConditionsOf<typeof INSTITUTION_LIST> = {
  id: equalsId('i.id'),
  integrator: equalsText(`i.document->>'integrator'`),
  country: ({ values }, parameters) => {
    const codes = parameters.texts(values.map((value) => value.toUpperCase()));
    return `(i.document->>'country' = any(${codes}) or i.document->'countries' ?| ${codes})`;
  },
  region: equalsText(`i.document->>'region'`),
  name: containsText(`i.document->>'name'`),
  bic: equalsText(`i.document->>'bic'`),
  external_id: equalsText(`i.document->>'external_id'`),
  category: equalsText(`i.document->>'category'`),
  supported: equalsText(`i.document->>'supported'`),
  supports_pending_transactions: equalsText(`i.document->>'supports_pending_transactions'`),
  supports_card_accounts: equalsText(`i.document->>'supports_card_accounts'`),
  search: ({ values }, parameters) => {
    const words = parameters.texts(anywhere((values[0] ?? '').split(/\s+/)));
    const members = ['name', 'bic', 'external_id'].map((member) => `i.document->>'${member}'`);
    return `concat_ws(chr(10), ${members.join(', ')}) ilike all(${words})`;
  },
};

const SORTED: SortedBy<typeof INSTITUTION_LIST> = {
  id: 'i.id',
  name: `lower(i.document->>'name')`,
  country: `i.document->>'country'`,
  integrator: `i.document->>'integrator'`,
  updated_at: 'i.updated_at',
};
