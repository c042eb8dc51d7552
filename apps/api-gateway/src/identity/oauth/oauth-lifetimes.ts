/** The interface's lifetimes, in seconds. */
export const LIFETIMES_S = {
  accessToken: 60 * 60,
  refreshToken: 30 * 24 * 60 * 60,
  authorizationCode: 60,
  /** Validity of the consent page. */
  interaction: 30 * 60,
} as const;
