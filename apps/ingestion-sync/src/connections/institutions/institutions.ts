import { InstitutionDocument, InstitutionUpsertedV1, Provider } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { SavedInstitution, updateListed, upsertInstitutions } from '../../providers/institutions.store';

/** Saves an institution as its provider describes it, publishes it if it changed, and returns its id. */
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
  const saved = await upsertInstitutions(tx, documents);
  await publish(
    tx,
    saved.filter(({ written }) => written),
  );
  return saved.map(({ id }) => id);
}

/**
 * Marks the institutions that a provider lists as supported, and its others as unsupported: no new connection to an
 * unsupported institution is possible, and existing ones continue.
 * @param listed the external ids of all listed institutions
 */
export async function markListed(tx: Tx, provider: Provider, listed: readonly string[]): Promise<void> {
  const gone = await updateListed(tx, provider, listed);
  await publish(tx, gone);
}

function publish(tx: Tx, institutions: readonly Omit<SavedInstitution, 'written'>[]): Promise<void> {
  return appendToOutbox(
    tx,
    institutions.map(({ id, version, document }) =>
      event(InstitutionUpsertedV1, id, { id, version, document }),
    ),
  );
}
