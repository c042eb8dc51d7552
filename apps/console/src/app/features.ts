import { overview } from '../overview/routes';

/** Every feature, in the order of the navigation. */
export const FEATURES = [overview] as const;
