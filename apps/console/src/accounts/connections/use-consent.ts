import { useRef } from 'react';
import { leaveForToken } from '../../elements/leave-for-token';
import { useChange } from '../../elements/changes/use-change';

/** The address that a bank's page sends the browser back to. It adds the connection and how it went. */
export function consentReturn(): string {
  return `${location.origin}/connect`;
}

/** Asks for a new consent, and leaves for the page where it is given, or where a setup token is pasted. */
export function useReauthorize() {
  const requestedId = useRef('');
  const reauthorize = useChange('post', '/finance/connections/{connectionId}/reauthorize', {
    done: 'The page for your consent opens',
    onSuccess: ({ data }) => {
      if (data.auth_url !== null) location.assign(data.auth_url);
    },
    onRefused: (error) => leaveForToken(error, requestedId.current),
  });
  return {
    isPending: reauthorize.isPending,
    renew: (connectionId: string) => {
      requestedId.current = connectionId;
      reauthorize.mutate({
        params: { path: { connectionId } },
        body: { redirect_url: consentReturn() },
      });
    },
  };
}
