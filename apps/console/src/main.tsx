import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openSession } from './api/session';
import { App } from './app/app';
import './styles/styles';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

await openSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
