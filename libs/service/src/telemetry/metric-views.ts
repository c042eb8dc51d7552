import type { ViewOptions } from '@opentelemetry/sdk-metrics';
import { withoutUsersHosts } from './named-hosts';

/** Changes of libraries' metrics before they leave the process. */
export function metricViews(): ViewOptions[] {
  return [
    {
      instrumentName: 'http.client.request.duration',
      attributesProcessors: [{ process: withoutUsersHosts }],
    },
  ];
}
