import { useSyncExternalStore } from 'react';
import { readsResource, type Changed } from './changes';
import { queryClient } from './query-client';
import { continueSession, sessionRenewed } from './session';

const RETRY_MS = 2_000;
/** Changes that come in bursts are read once. */
const GATHER_MS = 100;

let isLost = false;
let gathered = new Set<string>();
/** True from the first gathered change until the changed data was read. */
let isGathering = false;
const listeners = new Set<() => void>();

/** Whether the connection to the gateway is lost. The console retries it until it works. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost);
}

/** Keeps the screen current while the page is visible. @returns a function that closes the stream */
export function openStream(): () => void {
  const { open, close, reopen } = streamConnection();
  // A browser has six connections to a server over HTTP/1.1: hidden tabs leave theirs to the visible one.
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') close();
    else reopen();
  };
  const comeBack = async () => {
    if ((await continueSession().catch(() => null)) === false) location.reload();
    else onVisibility();
  };
  // A page that the browser stores for its Back button has no connection; its session may have ended meanwhile.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void comeBack();
  };
  open();
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', onShow);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', close);
    window.removeEventListener('pageshow', onShow);
    close();
  };
}

/**
 * The connection to the gateway's stream. After a loss it opens again without an action, and all data is read again.
 */
function streamConnection() {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReopened = false;
  const open = () => {
    source = new EventSource('/api/v1/stream');
    source.addEventListener('open', () => {
      setLost(false);
      if (isReopened) void queryClient.invalidateQueries();
    });
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => gather(data));
    source.addEventListener('reset', () => void queryClient.invalidateQueries());
    source.addEventListener('error', () => void onError());
  };
  // The browser resumes a broken stream by itself, unless the gateway refused it.
  const onError = async () => {
    const isRefused = source?.readyState === EventSource.CLOSED;
    // Without a response the connection is lost, which the page shows until there is one again.
    const hasSession = await continueSession().catch(() => null);
    setLost(hasSession === null);
    if (hasSession === false) await sessionRenewed();
    if (!isRefused) return;
    isReopened = true;
    clearTimeout(timer);
    timer = setTimeout(open, RETRY_MS);
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
  };
  const reopen = () => {
    close();
    isReopened = true;
    open();
  };
  return { open, close, reopen };
}

function gather(data: string): void {
  const { resource } = JSON.parse(data) as Changed;
  gathered.add(resource);
  if (!isGathering) setTimeout(() => void readAgain(), GATHER_MS);
  isGathering = true;
}

/** Reads one set of changes after the other. Otherwise each change of a stream would cancel the reading before it. */
async function readAgain(): Promise<void> {
  const resources = [...gathered];
  gathered = new Set();
  await queryClient.invalidateQueries({
    predicate: (query) => resources.some((resource) => readsResource(resource, query)),
  });
  isGathering = gathered.size > 0;
  if (isGathering) setTimeout(() => void readAgain(), GATHER_MS);
}

function setLost(lost: boolean): void {
  isLost = lost;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
