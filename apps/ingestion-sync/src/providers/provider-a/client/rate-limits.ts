import { rateLimitHeaders } from '../../http/rate-limit-headers';

/** PROVIDER_A counts the calls for each account and resource. */
export const { accountAllowance, generalAllowance, waitOf } = rateLimitHeaders('x_ratelimit_account_success');
