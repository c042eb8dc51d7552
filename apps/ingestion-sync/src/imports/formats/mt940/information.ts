import { Counterparty, fieldText, joined } from '../fields';

/** What `:86:` says of an entry. */
export interface Information {
  /** The kind of payment as the bank numbers them: GVC in Germany. */
  readonly code?: string | undefined;
  readonly counterparty: Counterparty;
  readonly purpose?: string | undefined;
  readonly postingText?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly mandateId?: string | undefined;
}

/** `166?00...?20...`: numbered parts behind a sign that differs by country. */
const NUMBERED = /^(\d{3})?\s?([?~^<>|!%&#*@`])(\d{2})/;
const SLASHED = /^\/[A-Z]{2,5}\//;

/** Reads the forms that banks give `:86:`: numbered parts (Germany, Poland), words in slashes (Netherlands), or text. */
export function informationOf(lines: readonly string[]): Information {
  const whole = lines.join('');
  const numbered = NUMBERED.exec(whole);
  if (numbered !== null) return fromNumbered(whole, numbered[1], numbered[2] ?? '?');
  if (SLASHED.test(whole)) return fromSlashed(whole);
  const keywords = keywordsOf(whole);
  if (keywords.size > 0) return fromKeywords(keywords, { counterparty: {} });
  return { purpose: joined(lines), counterparty: {} };
}

function fromNumbered(whole: string, code: string | undefined, sign: string): Information {
  const parts = new Map<number, string>();
  const separator = new RegExp(`\\${sign}(\\d{2})`);
  const [, ...numbers] = whole.split(separator);
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const number = Number(numbers[at]);
    if (!parts.has(number)) parts.set(number, numbers[at + 1] ?? '');
  }
  const some = (...wanted: number[]): string[] => wanted.flatMap((number) => parts.get(number) ?? []);
  const purpose = flowing(some(20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63));
  const read = fromKeywords(keywordsOf(purpose), {
    code,
    counterparty: {
      name: flowing(some(32, 33)),
      account: parts.get(31)?.trim() || parts.get(38),
      agent: parts.get(30),
    },
    postingText: fieldText(parts.get(0)),
  });
  return { ...read, purpose: read.purpose ?? fieldText(purpose) };
}

const FULL_PART_CHARS = 27;

/** Parts are cut after 27 characters, wherever a word ends: only one that is shorter ends with its word. */
function flowing(parts: readonly string[]): string {
  let text = '';
  parts.forEach((part, index) => {
    const before = parts[index - 1];
    const newWord = before !== undefined && before.length < FULL_PART_CHARS && !text.endsWith(' ');
    text += newWord ? ` ${part}` : part;
  });
  return text.trim();
}

const KEYWORD = /(?:^|(?<=[^A-Z]))(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/;

/** What SEPA payments have in their purpose, as `EREF+…` and `SVWZ+…`. */
function keywordsOf(purpose: string): Map<string, string> {
  const [, ...found] = purpose.split(KEYWORD);
  const keywords = new Map<string, string>();
  for (let at = 0; at + 1 < found.length; at += 2) {
    const name = found[at] ?? '';
    if (!keywords.has(name)) keywords.set(name, (found[at + 1] ?? '').trim());
  }
  return keywords;
}

function fromKeywords(keywords: ReadonlyMap<string, string>, read: Information): Information {
  const { counterparty } = read;
  return {
    ...read,
    counterparty: {
      name: counterparty.name,
      account: counterparty.account ?? keywords.get('IBAN'),
      agent: counterparty.agent ?? keywords.get('BIC'),
      creditorId: keywords.get('CRED'),
    },
    purpose: fieldText(keywords.get('SVWZ')),
    endToEndId: fieldText(keywords.get('EREF')),
    mandateId: fieldText(keywords.get('MREF')),
  };
}

const SLASH_WORDS =
  /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|MARF|MREF|CSID|BENM|ORDP|ADDR|CNTP|ISDT|PURP|PREF|RTRN|KREF|ULTB|ULTD|ULTC|OCMT|CHGS|EXCH|SVCL|ID|BO|BI)\//;

/** `/TRTP/SEPA OVERBOEKING/IBAN/…/NAME/…/REMI/…`, and `/CNTP/account/bic/name//` of ING. */
function fromSlashed(whole: string): Information {
  const words = new Map<string, string>();
  // A word's closing slash is the next one's opening slash.
  const [, ...found] = whole
    .replaceAll('/', '//')
    .split(new RegExp(SLASH_WORDS.source.replaceAll('\\/', '\\/\\/')));
  for (let at = 0; at + 1 < found.length; at += 2) {
    const text = (found[at + 1] ?? '')
      .replaceAll('//', '/')
      .replace(/^\/+|\/+$/g, '')
      .trim();
    if (text !== '' && !words.has(found[at] ?? '')) words.set(found[at] ?? '', text);
  }
  const [account, agent, name] = (words.get('CNTP') ?? '').split('/');
  const remittance = words.get('REMI')?.replace(/^(?:USTD\/+|STRD\/+(?:CUR\/+)?)/, '');
  return {
    counterparty: {
      name: words.get('NAME') ?? name,
      account: words.get('IBAN') ?? account,
      agent: words.get('BIC') ?? agent,
      creditorId: words.get('CSID'),
    },
    purpose: fieldText(remittance) ?? (words.size === 0 ? fieldText(whole) : undefined),
    postingText: fieldText(words.get('TRTP')),
    endToEndId: fieldText(words.get('EREF')),
    mandateId: fieldText(words.get('MARF') ?? words.get('MREF')),
  };
}
