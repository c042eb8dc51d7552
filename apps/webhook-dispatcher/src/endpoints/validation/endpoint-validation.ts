import { FieldErrors, isLegacy, LEGACY_EVENT_ALIASES, StoredEndpointSettings } from '@tributary/contracts';
import { AddressGuard } from '@tributary/outbound';

type Wanted = Pick<
  StoredEndpointSettings,
  'url' | 'description' | 'events' | 'type' | 'omit_sensitive_identifiers'
>;

const URL_CHARACTERS_MAX = 512;
const DESCRIPTION_CHARACTERS_MAX = 255;

/** Returns the errors of the requested endpoint, by the field names of REST; empty if there are none. */
export function validateEndpoint(wanted: Wanted, guard: AddressGuard): FieldErrors {
  return withoutEmpty({
    url: urlErrors(wanted.url, guard),
    description:
      (wanted.description?.length ?? 0) > DESCRIPTION_CHARACTERS_MAX
        ? [`The description must not be longer than ${DESCRIPTION_CHARACTERS_MAX} characters.`]
        : [],
    events: eventErrors(wanted),
    omit_sensitive_identifiers:
      wanted.type === 'AUTOMATION_A' && !wanted.omit_sensitive_identifiers
        ? ['The omit_sensitive_identifiers field must be true for AUTOMATION_A endpoints.']
        : [],
  });
}

function urlErrors(text: string, guard: AddressGuard): string[] {
  if (text.length > URL_CHARACTERS_MAX) {
    return [`The url must not be longer than ${URL_CHARACTERS_MAX} characters.`];
  }
  if (!URL.canParse(text)) return ['The url must be a valid URL.'];
  const url = new URL(text);
  const errors: string[] = [];
  if (url.protocol !== 'https:') errors.push('The url must use https.');
  if (url.username || url.password) errors.push('The url must not contain credentials.');
  if (guard.refusesLiteral(url)) errors.push('The url must not point to a private or local address.');
  return errors;
}

function eventErrors({ events }: Wanted): string[] {
  if (events.length === 0) return ['The events field must have at least 1 item.'];
  return events
    .filter(isLegacy)
    .filter((legacy) => events.includes(LEGACY_EVENT_ALIASES[legacy]))
    .map((legacy) => `The events field must not mix ${legacy} with ${LEGACY_EVENT_ALIASES[legacy]}.`);
}

function withoutEmpty(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, messages]) => messages.length > 0));
}
