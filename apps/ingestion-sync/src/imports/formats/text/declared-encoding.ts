import { sniffEncoding } from './sniff-encoding';

const XML_DECLARATION = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const OFX_CHARSET = /(?:^|[\s])CHARSET\s*:\s*([\w-]{1,40})/i;
const OFX_ENCODING = /(?:^|[\s])ENCODING\s*:\s*([\w-]{1,40})/i;
const HEADER_BYTES = 2_048;

/** Returns the encoding that a file declares, by its first bytes or its header, or null. */
export function declaredEncoding(head: Uint8Array): string | null {
  const sniffed = sniffEncoding(head);
  if (sniffed !== null) return sniffed;
  const header = Buffer.from(head.subarray(0, HEADER_BYTES)).toString('latin1');
  const xml = XML_DECLARATION.exec(header)?.[1];
  // A declaration that is readable byte by byte cannot be in UTF-16, whatever it declares.
  if (xml !== undefined) return /^utf-?16/i.test(xml) ? null : xml;
  if (!/OFXHEADER/i.test(header)) return null;
  if (/^UTF-?8$/i.test(OFX_ENCODING.exec(header)?.[1] ?? '')) return 'utf-8';
  return OFX_CHARSET.exec(header)?.[1] ?? null;
}
