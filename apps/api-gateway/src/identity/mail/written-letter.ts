import { Letter } from './letters';
import { WrittenMail } from './smtp';

const NOTICE_END = 'You get this because you have an account at Tributary. Which notices you get:';

/** The letter as plain text and as simple HTML, which say the same. */
export function writtenLetter(
  { subject, paragraphs, link, isNotice }: Letter,
  publicUrl: string,
): Pick<WrittenMail, 'subject' | 'text' | 'html'> {
  const url = `${publicUrl}${link.path}`;
  const settings = `${publicUrl}/settings`;
  const end = isNotice ? ['-- ', NOTICE_END, settings] : [];
  const body = [...paragraphs, `${link.words}:\n${url}`].join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    `<p><a href="${escaped(url)}">${escaped(link.words)}</a></p>`,
    ...(isNotice
      ? [`<p><small>${NOTICE_END} <a href="${escaped(settings)}">${escaped(settings)}</a></small></p>`]
      : []),
  ].join('\n');
  return {
    subject,
    text: `${[body, ...(isNotice ? [end.join('\n')] : [])].join('\n\n')}\n`,
    html: `<!DOCTYPE html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
