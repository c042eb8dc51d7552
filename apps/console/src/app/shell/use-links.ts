import { useUser } from '../../api/session';
import type { Feature, FeatureLink } from '../../routing/feature';
import { FEATURES } from '../features';

/** The links that this user's navigation has. */
export function useLinks(): readonly FeatureLink[] {
  const { role } = useUser();
  const features: readonly Feature[] = FEATURES;
  return features
    .filter(({ isForAdministrators = false }) => !isForAdministrators || role === 'ADMIN')
    .flatMap(({ links }) => links);
}
