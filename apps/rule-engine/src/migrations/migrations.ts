import { baseline } from '@tributary/persistence';
import { Categories1764900200000 } from './categories.migration';

/** The migrations of rule-engine, oldest first, beginning with the baseline. */
export const MIGRATIONS = [baseline(__dirname, ['rules', 'shaping']), Categories1764900200000];
