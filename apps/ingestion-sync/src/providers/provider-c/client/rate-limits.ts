import { rateLimitHeaders } from '../../http/rate-limit-headers';

/** PROVIDER_C counts the last minute, of an account with all its resources together; only personal keys have that. */
export const { accountAllowance, generalAllowance, waitOf } = rateLimitHeaders('x_ratelimit_account');
