import { DAY_MS } from '@tributary/money';
import { Notice } from '../mail/mails';

/** States and events that users may have to be notified of. */
export type Watched =
  | {
      readonly subject: 'consent';
      readonly id: number;
      readonly userId: number;
      readonly name: string;
      readonly endsAt: Date;
    }
  | {
      readonly subject: 'connection';
      readonly id: number;
      readonly userId: number;
      readonly name: string;
      readonly failingSince: Date;
    }
  | { readonly subject: 'link'; readonly id: number; readonly userId: number; readonly failingSince: Date }
  | {
      readonly subject: 'endpoint';
      readonly id: number;
      readonly userId: number;
      readonly url: string;
      readonly switchedOffAt: Date;
    }
  | {
      readonly subject: 'sign-in';
      readonly id: number;
      readonly userId: number;
      readonly network: string;
      readonly at: Date;
    };

/** Days before a consent's end on which its user is notified, the nearest first. */
const CONSENT_DAYS = [1, 7] as const;

/** The due notice of a watched state or event, if there is one. Its occasion stays the same for the same state or event. */
export function dueNotice(watched: Watched, now: Date): Notice | null {
  const { id, userId } = watched;
  switch (watched.subject) {
    case 'consent': {
      const { name, endsAt } = watched;
      const leftMs = endsAt.getTime() - now.getTime();
      const days = CONSENT_DAYS.find((one) => leftMs <= one * DAY_MS);
      if (leftMs <= 0 || days === undefined) return null;
      const content = {
        kind: 'CONSENT_ENDS',
        connectionId: id,
        name,
        endsAt: endsAt.toISOString(),
      } as const;
      return { userId, occasion: `${id} ${endsAt.toISOString()} ${days}`, content };
    }
    case 'connection': {
      const { name, failingSince } = watched;
      if (!isForADay(failingSince, now)) return null;
      const since = failingSince.toISOString();
      const content = { kind: 'CONNECTION_FAILS', connectionId: id, name, since } as const;
      return { userId, occasion: `${id} ${since}`, content };
    }
    case 'link': {
      if (!isForADay(watched.failingSince, now)) return null;
      const since = watched.failingSince.toISOString();
      return { userId, occasion: `${id} ${since}`, content: { kind: 'LINK_FAILS', linkId: id, since } };
    }
    case 'endpoint': {
      const { url, switchedOffAt } = watched;
      const content = { kind: 'ENDPOINT_DISABLED', endpointId: id, host: hostOf(url) } as const;
      return { userId, occasion: `${id} ${switchedOffAt.toISOString()}`, content };
    }
    case 'sign-in': {
      const content = {
        kind: 'NEW_SIGN_IN',
        network: watched.network,
        at: watched.at.toISOString(),
      } as const;
      return { userId, occasion: String(id), content };
    }
  }
}

function isForADay(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= DAY_MS;
}

/** The host of an endpoint, because path and query may contain secrets. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unknown address';
}
