import { InstitutionDocument, InstitutionUpsertedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';

interface Saved {
  id: number;
  version: number;
  written: boolean;
}

/** Saves an institution as its provider describes it, tells of it where that is new, and gives its id. */
export async function saveInstitution(tx: Tx, document: InstitutionDocument): Promise<number> {
  const [saved] = await tx.query<Saved>(
    `with written as (
       insert into institutions as i (provider, external_id, document) values ($1, $2, $3)
       on conflict (provider, external_id) do update
          set document = excluded.document, version = i.version + 1, updated_at = now()
        where i.document <> excluded.document
       returning id, version)
     select id, version, true as written from written
     union all
     select id, version, false from institutions
      where provider = $1 and external_id = $2 and not exists (select 1 from written)`,
    [document.integrator, document.external_id, JSON.stringify(document)],
  );
  if (!saved) throw new Error('the institution was neither written nor found');
  const { id, version, written } = saved;
  if (written) await appendToOutbox(tx, [event(InstitutionUpsertedV1, id, { id, version, document })]);
  return id;
}
