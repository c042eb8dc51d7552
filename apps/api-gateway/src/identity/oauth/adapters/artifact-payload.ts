import type { AdapterPayload } from 'oidc-provider';

/**
 * Replaces the artifact's id in the stored payload. The id is the secret itself: it is not stored, and comes with the
 * next request.
 */
const ID_PLACE = '{the-id}';

/** Returns the payload without the artifact's id. An interaction's return address contains the id, too. */
export function withoutId(id: string, payload: AdapterPayload): string {
  return JSON.stringify(payload).replaceAll(id, ID_PLACE);
}

/** The original payload. */
export function withId(id: string, kept: string): AdapterPayload {
  return JSON.parse(kept.replaceAll(ID_PLACE, id)) as AdapterPayload;
}
