import type { AnyRoute } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

/** A link of the navigation and the command palette. */
export interface FeatureLink {
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** Words by which the command palette finds it, besides its label. */
  readonly keywords?: readonly string[];
}

/** A folder of screens: its routes, and its links in the navigation. */
export interface Feature {
  readonly links: readonly FeatureLink[];
  /** Whether only administrators see the feature. */
  readonly isForAdministrators?: boolean;
  readonly routes: readonly AnyRoute[];
}
