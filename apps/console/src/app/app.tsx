import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { useEffect } from 'react';
import { queryClient } from '../api/query-client';
import { openStream } from '../api/stream';
import { cspNonce } from '../elements/nonce';
import { router } from './router';
import { SessionEnded } from './session-ended';
import { cssVariables, theme } from './theme';

// Dialogs keep the page from scrolling by a style of their own.
setNonce(cspNonce());

/** The whole console. */
export function App() {
  useEffect(openStream, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
          <SessionEnded />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
