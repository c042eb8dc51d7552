import type { Controlled } from './controlled';

/** The consents of users that were not given back since, by id, at each company. */
export function consentsLedger({ providerA, providerB, providerC, budgeta }: Controlled) {
  return {
    'provider-a': idsOf(providerA.consents.allRequisitions().filter(({ status }) => status === 'LN')),
    'provider-b': idsOf(providerB.sessions.authorized()),
    'provider-c': idsOf(providerC.connections.all()),
    budgeta: idsOf(budgeta.oauth.living()),
  };
}

function idsOf(consents: readonly { readonly id: string }[]): string[] {
  return consents.map(({ id }) => id);
}
