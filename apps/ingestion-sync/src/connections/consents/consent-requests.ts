import { Inject, Injectable } from '@nestjs/common';
import { FieldErrors, InstitutionDocument, Problem } from '@tributary/contracts';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { AccountProvider, ConsentReference, CreatedConsent } from '../../providers/provider.port';
import { answeringProblems } from '../../providers/provider-problem';
import { newState } from './consent-setups';

/** The addresses to which the user's browser goes after the institution's page. */
export interface ConsentRoute {
  /** The final address. */
  readonly redirectUrl: string;
  /** The address to which the institution redirects before that, if any. */
  readonly callbackUrl?: string;
}

export interface AskedConsent {
  readonly state: string;
  readonly created: CreatedConsent;
}

/** Requests consents from providers. */
@Injectable()
export class ConsentRequests {
  constructor(@Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig) {}

  /**
   * Requests as much history and time as the institution grants and this installation wants.
   * @throws Problem
   */
  async requestConsent(
    provider: AccountProvider,
    institution: InstitutionDocument,
    route: ConsentRoute,
    renews: ConsentReference | null,
  ): Promise<AskedConsent> {
    const state = newState();
    const request = {
      institutionExternalId: institution.external_id,
      redirectUrl: route.callbackUrl ?? route.redirectUrl,
      state,
      maxHistoricalDays: Math.min(institution.max_historical_days, this.config.maxHistoricalDays),
      accessValidForDays: institution.max_access_valid_for_days,
      renews,
    };
    const created = await answeringProblems(() => provider.createConsent(request), 'redirect_url');
    return { state, created };
  }
}

/** @throws Problem naming the address that is none. */
export function checkRoute(route: ConsentRoute, others: FieldErrors = {}): void {
  const errors: FieldErrors = { ...others };
  if (!isWebAddress(route.redirectUrl)) {
    errors.redirect_url = [
      'The redirect_url must be a web address (http or https) without a password in it.',
    ];
  }
  if (route.callbackUrl !== undefined && !isWebAddress(route.callbackUrl)) {
    errors.callback_url = ['The callback_url must be a web address.'];
  }
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

function isWebAddress(text: string): boolean {
  if (text.length > 1024 || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

/**
 * Checks that the provider has a consent page.
 * @throws Problem if it requires a setup token instead
 */
export function refuseWithoutToken({ claimAccess }: Pick<AccountProvider, 'claimAccess'>): void {
  if (claimAccess === undefined) return;
  throw Problem.invalid({
    setup_token: [
      'The setup_token is required for this institution: make one at your SimpleFIN server, such as ' +
        'https://bridge.simplefin.org/simplefin/create, and send its whole text.',
    ],
  });
}
