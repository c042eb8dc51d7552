import type { components } from '@tributary/client';
import { importQuestions, type AskingImport } from '../../accounts/imports/import-questions';
import { dayText } from '../../elements/dates/dates';

type Schemas = components['schemas'];
type Connection = Pick<
  Schemas['FinancialConnection'],
  'id' | 'name' | 'institution' | 'status' | 'status_message' | 'consent_expires_at' | 'health' | 'paused'
>;
type Link = Pick<
  Schemas['TransferLink'],
  'id' | 'active' | 'paused' | 'balance' | 'health' | 'financial_account'
>;
type Endpoint = Pick<Schemas['WebhookEndpoint'], 'id' | 'url' | 'enabled' | 'health' | 'paused'>;
export type Destination = Pick<Schemas['BudgetaConnection'], 'id' | 'name' | 'health' | 'paused'>;

/** The remedy: a new consent from the bank, or a screen. */
type Mending =
  | { readonly kind: 'consent'; readonly label: string; readonly connectionId: string }
  | { readonly kind: 'screen'; readonly label: string; readonly to: string };

/** A problem that only the user can solve. */
export interface Need {
  readonly key: string;
  readonly severity: 'bad' | 'warning';
  readonly label: string;
  /** The name of what it is about, which may come from a bank. */
  readonly subject: string | null;
  /** The reported message. */
  readonly detail: string | null;
  readonly mending: Mending;
}

interface Sources {
  readonly connections: readonly Connection[];
  readonly destinations: readonly Destination[];
  readonly links: readonly Link[];
  readonly endpoints: readonly Endpoint[];
  /** Previews, of which some wait for an answer. */
  readonly imports: readonly (AskingImport & { readonly id: string; readonly file_name: string })[];
  readonly openReviews: number;
  /** A lower bound. */
  readonly failedTransfers: number;
}

/** The problems that only the user can solve, failures before warnings. */
export function needsOf(sources: Sources, locale: string = navigator.language): readonly Need[] {
  const needs = [
    ...sources.connections.flatMap((connection) => connectionNeed(connection, locale)),
    ...sources.destinations.flatMap(destinationNeed),
    ...failedTransfers(sources.failedTransfers),
    ...sources.links.flatMap(linkNeed),
    ...sources.endpoints.flatMap(endpointNeed),
    ...sources.imports.flatMap(importNeed),
    ...openReviews(sources.openReviews),
  ];
  return needs.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}

function connectionNeed(connection: Connection, locale: string): Need[] {
  const {
    id,
    name,
    institution,
    status,
    status_message: message,
    consent_expires_at: endsAt,
    health,
  } = connection;
  const need = {
    key: `connection ${id}`,
    subject: name || institution?.name || null,
    detail: message ?? health.integrator_message,
  };
  const renew = { kind: 'consent', label: 'Renew the consent', connectionId: id } as const;
  const look = { kind: 'screen', label: 'See its accounts', to: '/accounts' } as const;
  if (connection.paused !== null)
    return [{ ...need, severity: 'warning', label: 'Connection is paused', mending: look }];
  switch (status) {
    case 'EXPIRED':
      return [{ ...need, severity: 'bad', label: 'Consent has ended', mending: renew }];
    case 'EXPIRING':
      return [{ ...need, severity: 'warning', label: endsText(endsAt, locale), mending: renew }];
    case 'PENDING':
      return [
        {
          ...need,
          severity: 'warning',
          label: 'Consent was not given yet',
          mending: { ...renew, label: 'Give the consent' },
        },
      ];
    case 'FAILING':
      return [{ ...need, severity: 'bad', label: 'Syncs fail', mending: look }];
    case 'ACTIVE':
    case 'DISABLED':
      return [];
    default:
      return status satisfies never;
  }
}

function endsText(endsAt: string | null, locale: string): string {
  return endsAt === null ? 'Consent ends soon' : `Consent ends on ${dayText(endsAt, locale)}`;
}

function destinationNeed({ id, name, health, paused }: Destination): Need[] {
  const need = {
    key: `destination ${id}`,
    subject: name,
    detail: health.integrator_message,
    mending: { kind: 'screen', label: 'Mend the destination', to: '/destinations' },
  } as const;
  if (paused !== null) return [{ ...need, severity: 'warning', label: 'Destination is paused' }];
  return health.status === 'FAILING'
    ? [{ ...need, severity: 'bad', label: 'Destination refuses transfers' }]
    : [];
}

function linkNeed({ id, active, paused, balance, health, financial_account: account }: Link): Need[] {
  const need = {
    key: `link ${id}`,
    severity: 'warning',
    subject: account?.display_name || account?.name || null,
    mending: { kind: 'screen', label: 'Open the link', to: `/links/${id}` },
  } as const;
  if (paused !== null) return [{ ...need, label: 'Link is paused', detail: null }];
  if (active !== 'true') return [];
  if (balance?.state === 'FAILED') {
    return [{ ...need, severity: 'bad', label: 'Link cannot write the balance', detail: balance.error }];
  }
  if (health.status === 'HEALTHY') return [];
  return [{ ...need, label: 'Link has amounts in another currency', detail: health.integrator_message }];
}

/** An endpoint that the user switched off is no problem. */
function endpointNeed({ id, url, enabled, health, paused }: Endpoint): Need[] {
  const need = {
    key: `endpoint ${id}`,
    subject: url,
    detail: health.integrator_message ?? health.transient_message,
    mending: { kind: 'screen', label: 'Open the endpoint', to: `/webhooks/${id}` },
  } as const;
  if (paused !== null) return [{ ...need, severity: 'warning', label: 'Webhook endpoint is paused' }];
  if (enabled || health.status === 'HEALTHY' || health.status === 'UNKNOWN') return [];
  return [{ ...need, severity: 'bad', label: 'Webhook endpoint was switched off' }];
}

/** Uploaded files and files of the import folder wait for the user's answers. */
function importNeed(file: Sources['imports'][number]): Need[] {
  const questions = importQuestions(file);
  if (questions.length === 0) return [];
  return [
    {
      key: `import ${file.id}`,
      severity: 'warning',
      label: 'A file waits for your answer',
      subject: file.file_name,
      detail: questions.join(' '),
      mending: { kind: 'screen', label: 'Answer', to: `/imports/${file.id}` },
    },
  ];
}

function openReviews(count: number): Need[] {
  if (count === 0) return [];
  const label = count === 1 ? 'One payment may be there twice' : `${count} payments may be there twice`;
  const mending = { kind: 'screen', label: 'Review', to: '/reviews' } as const;
  return [{ key: 'reviews', severity: 'warning', label, subject: null, detail: null, mending }];
}

function failedTransfers(count: number): Need[] {
  if (count === 0) return [];
  const label = count === 1 ? 'One transfer failed' : `${count} transfers failed`;
  const mending = { kind: 'screen', label: 'See why, and retry', to: '/transfers?status=FAILED' } as const;
  return [{ key: 'transfers', severity: 'bad', label, subject: null, detail: null, mending }];
}
