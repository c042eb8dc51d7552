import { accounts } from '../accounts/routes';
import { administration } from '../administration/routes';
import { destinations } from '../destinations/routes';
import { developers } from '../developers/routes';
import { firstRun } from '../first-run/routes';
import { links } from '../links/routes';
import { overview } from '../overview/routes';
import { reviews } from '../reviews/routes';
import { rules } from '../rules/routes';
import { settings } from '../settings/routes';
import { transactions } from '../transactions/routes';
import { transfers } from '../transfers/routes';
import { webhooks } from '../webhooks/routes';

/** Every feature, in the order of the navigation. */
export const FEATURES = [
  overview,
  accounts,
  transactions,
  reviews,
  rules,
  destinations,
  links,
  transfers,
  webhooks,
  developers,
  settings,
  administration,
  firstRun,
] as const;
