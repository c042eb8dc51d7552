import { InstitutionDocument, Provider } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';

export interface SavedInstitution {
  readonly id: number;
  readonly external_id: string;
  readonly version: number;
  readonly document: InstitutionDocument;
  /** Whether it was new or changed. */
  readonly written: boolean;
}

/** Saves institutions of one provider. @returns all of them, in no order */
export function upsertInstitutions(
  tx: Tx,
  documents: readonly InstitutionDocument[],
): Promise<SavedInstitution[]> {
  return tx.query<SavedInstitution>(
    `with given as (
       select distinct on (document->>'external_id') document->>'integrator' as provider,
              document->>'external_id' as external_id, document
         from jsonb_array_elements($1::jsonb) as document order by document->>'external_id'
     ), written as (
       insert into institutions as i (provider, external_id, document)
       select provider, external_id, document from given
       on conflict (provider, external_id) do update
          set document = excluded.document, version = i.version + 1, updated_at = now()
        where i.document <> excluded.document
       returning id, external_id, version, document)
     select id, external_id, version, document, true as written from written
     union all
     select i.id, i.external_id, i.version, i.document, false
       from institutions i join given g on g.provider = i.provider and g.external_id = i.external_id
      where not exists (select 1 from written w where w.external_id = i.external_id)`,
    [JSON.stringify(documents)],
  );
}

/**
 * Marks the institutions that a provider lists as supported, and its others as unsupported.
 * @param listed the external ids of all listed institutions
 * @returns the institutions that are no longer listed
 */
export async function updateListed(
  tx: Tx,
  provider: Provider,
  listed: readonly string[],
): Promise<Omit<SavedInstitution, 'written'>[]> {
  await tx.execute(
    'update institutions set listed = true where provider = $1 and not listed and external_id = any($2::text[])',
    [provider, listed],
  );
  return tx.query<Omit<SavedInstitution, 'written'>>(
    `update institutions
        set listed = false, document = document || '{"supported": false}', version = version + 1, updated_at = now()
      where provider = $1 and listed and external_id <> all($2::text[])
     returning id, external_id, version, document`,
    [provider, listed],
  );
}

export async function institutionExists(database: Queryable, id: number): Promise<boolean> {
  const found = await database.query('select from institutions where id = $1', [id]);
  return found.length > 0;
}

export async function externalIdOf(database: Queryable, institutionId: number): Promise<string | undefined> {
  const [institution] = await database.query<{ external_id: string }>(
    'select external_id from institutions where id = $1',
    [institutionId],
  );
  return institution?.external_id;
}

export async function countryOf(tx: Tx, institutionId: number): Promise<string | null> {
  const [institution] = await tx.query<{ country: string | null }>(
    `select document->>'country' as country from institutions where id = $1`,
    [institutionId],
  );
  return institution?.country ?? null;
}

export interface InstitutionRow {
  readonly id: number;
  readonly version: number;
  readonly document: InstitutionDocument;
  readonly updated_at: Date;
}

/** The queries of a replay: count all institutions, and read the rows above an id. */
export const ALL_INSTITUTIONS = {
  totalSql: 'select count(*) as count from institutions',
  nextRowsQuery:
    'select id, version, document, updated_at from institutions where id > $1 order by id limit $2',
} as const;

/** Claims and returns a provider whose list is due, until the next attempt. */
export async function claimDueCatalogue(
  database: Queryable,
  providers: readonly Provider[],
  retryMinutes: number,
): Promise<Provider | null> {
  await database.execute(
    `insert into institution_catalogues (provider, next_read_at)
     select unnest($1::text[]), now() on conflict do nothing`,
    [providers],
  );
  const [due] = await database.query<{ provider: Provider }>(
    `update institution_catalogues set next_read_at = now() + make_interval(mins => $2)
      where provider = (select provider from institution_catalogues
                         where provider = any($1::text[]) and next_read_at <= now()
                         order by next_read_at limit 1 for update skip locked)
     returning provider`,
    [providers, retryMinutes],
  );
  return due?.provider ?? null;
}

/** Records that the provider's list was read, and when it is due again. */
export async function saveCatalogueRead(tx: Tx, provider: Provider, hours: number): Promise<void> {
  await tx.execute(
    `update institution_catalogues
        set read_at = now(), next_read_at = now() + make_interval(hours => $2)
      where provider = $1`,
    [provider, hours],
  );
}

/** Makes the provider's list due. */
export async function makeCatalogueDue(tx: Queryable, provider: Provider): Promise<void> {
  await tx.execute('update institution_catalogues set next_read_at = now() where provider = $1', [provider]);
}
