import { InstitutionDocument, InstitutionUpsertedV1, Provider } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';

interface Saved {
  id: number;
  external_id: string;
  version: number;
  document: InstitutionDocument;
  written: boolean;
}

/** Saves an institution as its provider describes it, publishes it where that is new, and returns its id. */
export async function saveInstitution(tx: Tx, document: InstitutionDocument): Promise<number> {
  const [id] = await saveInstitutions(tx, [document]);
  if (id === undefined) throw new Error('the institution was neither written nor found');
  return id;
}

/**
 * Saves institutions of one provider in one statement and publishes those that are new or changed.
 * @returns their ids, in no order
 */
export async function saveInstitutions(tx: Tx, documents: readonly InstitutionDocument[]): Promise<number[]> {
  const saved = await tx.query<Saved>(
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
  await publish(
    tx,
    saved.filter(({ written }) => written),
  );
  return saved.map(({ id }) => id);
}

/**
 * Marks a provider's listed institutions, and the others as unsupported: new connections to those are impossible, and
 * existing ones continue. @param listed the external ids of all that it lists
 */
export async function markListed(tx: Tx, provider: Provider, listed: readonly string[]): Promise<void> {
  await tx.execute(
    'update institutions set listed = true where provider = $1 and not listed and external_id = any($2::text[])',
    [provider, listed],
  );
  const gone = await tx.query<Omit<Saved, 'written'>>(
    `update institutions
        set listed = false, document = document || '{"supported": false}', version = version + 1, updated_at = now()
      where provider = $1 and listed and external_id <> all($2::text[])
     returning id, external_id, version, document`,
    [provider, listed],
  );
  await publish(tx, gone);
}

function publish(tx: Tx, institutions: readonly Omit<Saved, 'written'>[]): Promise<void> {
  return appendToOutbox(
    tx,
    institutions.map(({ id, version, document }) =>
      event(InstitutionUpsertedV1, id, { id, version, document }),
    ),
  );
}
