import type { AdapterPayload } from 'oidc-provider';

/** Stands for the artifact's id, which is the secret itself: it is not kept, and comes back with whoever presents it. */
const ID_PLACE = '{the-id}';

/** The payload as it is kept: without the id, wherever it stands (an interaction's return address has it too). */
export function withoutId(id: string, payload: AdapterPayload): string {
  return JSON.stringify(payload).replaceAll(id, ID_PLACE);
}

/** The payload as it was. */
export function withId(id: string, kept: string): AdapterPayload {
  return JSON.parse(kept.replaceAll(ID_PLACE, id)) as AdapterPayload;
}
