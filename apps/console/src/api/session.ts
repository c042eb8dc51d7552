import { useSyncExternalStore } from 'react';

/** The signed-in user, as `GET /console/session` returns it. */
export interface Session {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: 'ADMIN' | 'USER';
  };
  readonly csrf_token: string;
}

let session: Session | null = null;
let isEnded = false;
/** Requests that were refused with 401: each continues once the user has signed in again. */
let waiting: (() => void)[] = [];
const listeners = new Set<() => void>();

/** Reads the session before anything else is shown. Without one, the browser goes to sign in. */
export async function openSession(): Promise<void> {
  session = await readSession();
  if (session === null) await signIn();
}

/** The session that the page was opened with. */
export function currentSession(): Session {
  if (session === null) throw new Error('the session is read before the first screen');
  return session;
}

/** The signed-in user. */
export function useUser(): Session['user'] {
  return currentSession().user;
}

/** Whether the session has ended while the page was open. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => isEnded);
}

/** Reports that the session has ended. @returns once the user has signed in again */
export function sessionRenewed(): Promise<void> {
  isEnded = true;
  notify();
  return new Promise((resolve) => waiting.push(resolve));
}

/**
 * Continues what was refused if the user has signed in again, in another tab for instance. The page is
 * loaded again for another user, whose screens differ.
 *
 * @returns whether there is a session
 */
export async function continueSession(): Promise<boolean> {
  const renewed = await readSession();
  if (renewed === null) return false;
  if (renewed.user.id !== session?.user.id) location.reload();
  session = renewed;
  isEnded = false;
  const continued = waiting;
  waiting = [];
  for (const resume of continued) resume();
  notify();
  return true;
}

/** The address of the sign-in page, which leads back to the given path. */
export function signInUrl(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`;
}

/** @returns never: the browser leaves the page */
function signIn(): Promise<never> {
  location.assign(signInUrl(`${location.pathname}${location.search}`));
  return new Promise(() => {});
}

async function readSession(): Promise<Session | null> {
  // The same request as in index.html, or the browser would send it twice.
  const response = await fetch('/console/session');
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`The session could not be read: the server answered ${response.status}.`);
  return (await response.json()) as Session;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
