import { useChange } from '../elements/use-change';

/** The address that a bank's page sends the browser back to. It adds the connection and how it went. */
export function consentReturn(): string {
  return `${location.origin}/connect`;
}

/** Asks for a new consent, and leaves for the page where it is given. */
export function useReauthorize() {
  const reauthorize = useChange('post', '/finance/connections/{connectionId}/reauthorize', {
    done: 'The page for your consent opens',
    onSuccess: ({ data }) => location.assign(data.auth_url),
  });
  return {
    isPending: reauthorize.isPending,
    renew: (connectionId: string) =>
      reauthorize.mutate({
        params: { path: { connectionId } },
        body: { redirect_url: consentReturn() },
      }),
  };
}
