import { letterOf, plain } from './letters';
import { writtenLetter } from './mails';

describe('a text from outside', () => {
  it.each([
    ['Nordbank\r\nBcc: eve@evil.example', 'Nordbank Bcc: eve@evil.example'],
    ['\u202eknaB\u2066 \u0000x\u2028y', 'knaB x y'],
    ['  Nord   bank ', 'Nord bank'],
  ])('%j is %j', (text, line) => {
    expect(plain(text)).toBe(line);
  });

  it('is no longer than a line', () => {
    expect([...plain('😀'.repeat(500))]).toHaveLength(80);
  });

  it('is text in both forms of a mail', () => {
    const name = '<img src=x>&"Bank"';
    const letter = letterOf({ kind: 'CONSENT_ENDS', connectionId: 1, name, endsAt: '2026-03-17T12:00:00Z' });
    const { text, html } = writtenLetter(letter, 'https://money.example');
    expect(text).toContain(name);
    expect(html).toContain('&lt;img src=x&gt;&amp;&quot;Bank&quot;');
    expect(html).not.toContain('<img');
  });
});

it('a notice says when, where to mend it, and where to switch it off', () => {
  const letter = letterOf({ kind: 'LINK_FAILS', linkId: 4, since: '2026-03-17T12:00:00Z' });
  const { text } = writtenLetter(letter, 'https://money.example');
  expect(text).toContain('17 March 2026');
  expect(text).toContain('https://money.example/links/4\n');
  expect(text).toContain('https://money.example/settings\n');
});
