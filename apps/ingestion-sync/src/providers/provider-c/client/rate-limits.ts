import { rateLimitHeaders } from '../../http/rate-limit-headers';

/** PROVIDER_C counts the calls of the last minute for an account with all its resources, and only for personal keys. */
export const { accountAllowance, generalAllowance, waitOf } = rateLimitHeaders('x_ratelimit_account');
