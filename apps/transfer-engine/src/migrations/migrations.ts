import { baseline } from '@tributary/persistence';
import { CurrencyRule1764800175000 } from './currency-rule.migration';
import { DestinationCategories1764800190000 } from './destination-categories.migration';
import { SmallerLinkIndex1764800149000 } from './smaller-link-index.migration';
import { WorkSignals1764700139001 } from './work-signals.migration';

/** The schema of transfer-engine: its baseline, and what was changed since, oldest first. */
export const MIGRATIONS = [
  baseline(__dirname, ['destinations', 'transfers']),
  WorkSignals1764700139001,
  SmallerLinkIndex1764800149000,
  CurrencyRule1764800175000,
  DestinationCategories1764800190000,
];
