import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import ListChecks from 'lucide-react/icons/list-checks';
import type { Feature } from '../routing/feature';
import { rootRoute } from '../routing/root-route';
import { logsSearch, rulesSearch } from './search';

const rulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules',
  validateSearch: rulesSearch,
  component: lazyRouteComponent(() => import('./list/rules-screen'), 'RulesScreen'),
});

const newRuleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/new',
  component: lazyRouteComponent(() => import('./rule/new-rule-screen'), 'NewRuleScreen'),
});

const ruleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/$ruleId',
  component: lazyRouteComponent(() => import('./rule/rule-screen'), 'RuleScreen'),
});

const ruleLogsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rule-logs',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('./rule-logs-screen'), 'RuleLogsScreen'),
});

/** The rules that shape transactions, and what they did. */
export const rules = {
  links: [
    { label: 'Rules', to: '/rules', icon: ListChecks, keywords: ['mapping', 'templates', 'automation'] },
    { label: 'Rule logs', to: '/rule-logs', icon: History, keywords: ['undo', 'what rules changed'] },
  ],
  routes: [rulesRoute, newRuleRoute, ruleRoute, ruleLogsRoute],
} as const satisfies Feature;
