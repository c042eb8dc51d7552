/** Claims a feed as an app does. @returns what pulls all of it */
export async function claimedFeed(setupToken: string): Promise<() => Promise<Response>> {
  const claim = await fetch(Buffer.from(setupToken, 'base64').toString(), { method: 'POST' });
  const access = new URL(await claim.text());
  const authorization = `Basic ${Buffer.from(`${access.username}:${access.password}`).toString('base64')}`;
  const address = `${access.origin}${access.pathname}/accounts?start-date=0`;
  return () => fetch(address, { headers: { authorization } });
}
