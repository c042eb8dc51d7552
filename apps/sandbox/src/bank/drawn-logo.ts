/** A logo that needs no network: its first letter on a colour that its name decides. */
export function drawnLogo(name: string): string {
  const letter = /[A-Za-z]/.exec(name)?.[0]?.toUpperCase() ?? '?';
  const hue = [...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 360, 7);
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue},45%,35%)"/>` +
    `<text x="32" y="44" font-family="sans-serif" font-size="36" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
