import { PROVIDERS } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { rowsOf } from '../../rest/lists/row-list';
import { InstitutionRow } from './institution.resource';

/** Institutions are the same for everyone. */
export const INSTITUTIONS = rowsOf<InstitutionRow, []>({
  from: 'institutions i',
  columns: 'i.id, i.updated_at, i.document',
  condition: () => 'true',
}).listedBy({
  sorts: {
    id: 'i.id',
    name: `lower(i.document->>'name')`,
    country: `i.document->>'country'`,
    integrator: `i.document->>'integrator'`,
    updated_at: 'i.updated_at',
  },
  defaultSort: 'name',
  filters: {
    id: { kind: 'id', sql: 'i.id' },
    integrator: { kind: 'oneOf', values: PROVIDERS, sql: `i.document->>'integrator'` },
    country: {
      kind: 'exact',
      description: 'ISO 3166 codes; an institution that serves one of them.',
      sql: (values, parameters) => {
        const codes = parameters.texts(values.map((value) => value.toUpperCase()));
        return `(i.document->>'country' = any(${codes}) or i.document->'countries' ?| ${codes})`;
      },
    },
    region: { kind: 'exact', sql: `i.document->>'region'` },
    name: { kind: 'contains', sql: `i.document->>'name'` },
    bic: { kind: 'exact', sql: `i.document->>'bic'` },
    external_id: { kind: 'exact', sql: `i.document->>'external_id'` },
    category: { kind: 'exact', sql: `i.document->>'category'` },
    supported: flag('supported'),
    supports_pending_transactions: flag('supports_pending_transactions'),
    supports_card_accounts: flag('supports_card_accounts'),
    search: {
      kind: 'words',
      description: 'Every word in name, BIC or the provider’s id.',
      sql: `concat_ws(chr(10), i.document->>'name', i.document->>'bic', i.document->>'external_id')`,
    },
  },
});

/** The countries of the supported institutions, by code. */
export function readInstitutionCountries(
  database: Queryable,
): Promise<{ country: string; institutions_count: string }[]> {
  return database.query(
    `select c.country, count(*)::text as institutions_count
       from institutions i,
            lateral (select i.document->>'country' as country
                     union select jsonb_path_query(i.document, '$.countries[*]') #>> '{}') c
      where c.country is not null and (i.document->>'supported')::boolean
      group by c.country order by c.country`,
  );
}

export type InstitutionQuery = ListQuery<typeof INSTITUTIONS>;

function flag(member: string) {
  return { kind: 'flag', sql: `(i.document->>'${member}')::boolean` } as const;
}
