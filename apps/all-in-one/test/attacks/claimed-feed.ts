/** The URL of a feed's data, with the header that it requires. */
export interface FeedAccess {
  readonly address: string;
  readonly authorization: string;
}

/** Claims a feed as an app does. */
export async function claimFeed(setupToken: string): Promise<FeedAccess> {
  const claim = await fetch(Buffer.from(setupToken, 'base64').toString(), { method: 'POST' });
  const access = new URL(await claim.text());
  return {
    address: `${access.origin}${access.pathname}/accounts?start-date=0`,
    authorization: `Basic ${Buffer.from(`${access.username}:${access.password}`).toString('base64')}`,
  };
}

/**
 * Claims a feed.
 * @returns a function that reads all of it
 */
export async function claimedFeed(setupToken: string): Promise<() => Promise<Response>> {
  const { address, authorization } = await claimFeed(setupToken);
  return () => fetch(address, { headers: { authorization } });
}
