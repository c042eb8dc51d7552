import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client';
import { openSession } from './api/session';
import { openStream } from './api/stream';
import { router } from './app/router';
import { SessionEnded } from './app/session-ended';
import { cssVariables, theme } from './app/theme';
import { cspNonce } from './elements/nonce';
// In this order: each may override what stands before it.
import './styles/font.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles/console.css';
import './styles/shell.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// Dialogs keep the page from scrolling by a style of their own.
setNonce(cspNonce());
await openSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** The whole console. */
function App() {
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
