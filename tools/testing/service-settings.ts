import {
  anyRsaKey,
  configOf,
  READ_BY_LIBRARIES,
  settingsReadBy,
} from '../../apps/all-in-one/src/settings/declared-settings';
import { ServiceName } from '@tributary/contracts';

export { anyRsaKey, configOf, READ_BY_LIBRARIES };

/** The names of all settings that a service looks for. */
export function settingsOf(service: ServiceName): string[] {
  return settingsReadBy(service)
    .map(({ name }) => name)
    .sort();
}
