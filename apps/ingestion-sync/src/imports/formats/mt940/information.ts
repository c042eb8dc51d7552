import { Counterparty, fieldText, ibanOf, joined } from '../fields';
import { slashedWords } from './slashed-words';

/** The data of `:86:` about an entry. */
export interface Information {
  /** The bank's code for the kind of payment: GVC in Germany. */
  readonly code?: string | undefined;
  readonly counterparty: Counterparty;
  /** The ultimate party, on whose behalf the other party pays or is paid. */
  readonly ultimate?: string | undefined;
  readonly purpose?: string | undefined;
  readonly postingText?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly mandateId?: string | undefined;
}

/** Matches `166?00...?20...`: numbered parts behind a separator that differs by country. */
const NUMBERED = /^(\d{3})?\s?([?~^<>|!%&#*@`])(\d{2})/;
const SLASHED = /^\/[A-Z]{2,5}\//;

/** Reads the forms of `:86:`: numbered parts (Germany, Poland), words in slashes (Netherlands), or text. */
export function informationOf(lines: readonly string[]): Information {
  const whole = lines.join('');
  if (/^\d{3}$/.test(whole)) return { code: whole, counterparty: {} };
  const numbered = NUMBERED.exec(whole);
  if (numbered !== null && isNumbered(whole, numbered)) {
    return fromNumbered(whole, numbered[1], numbered[2] ?? '?');
  }
  if (SLASHED.test(whole)) return fromSlashed(whole);
  const keywords = keywordsOf(whole);
  if (keywords.values.size > 0) return fromKeywords(keywords, { counterparty: {} });
  return { purpose: joined(lines), counterparty: {} };
}

/** Combines several `:86:` of one entry: the first value of each field counts, and all texts are joined. */
export function combined(all: readonly Information[]): Information {
  const [first = { counterparty: {} }, ...others] = all;
  return others.reduce<Information>(
    (before, next) => ({
      code: before.code ?? next.code,
      counterparty: {
        name: before.counterparty.name ?? next.counterparty.name,
        account: before.counterparty.account ?? next.counterparty.account,
        agent: before.counterparty.agent ?? next.counterparty.agent,
        creditorId: before.counterparty.creditorId ?? next.counterparty.creditorId,
      },
      ultimate: before.ultimate ?? next.ultimate,
      purpose: joined([before.purpose, next.purpose]),
      postingText: joined([before.postingText, next.postingText]),
      endToEndId: before.endToEndId ?? next.endToEndId,
      mandateId: before.mandateId ?? next.mandateId,
    }),
    first,
  );
}

const PURPOSE_PARTS = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63];
const PARTS = new Set([0, 10, 30, 31, 32, 33, 34, 38, ...PURPOSE_PARTS]);

/** Returns whether the text consists of numbered parts; `#20 INVOICES` is a text. */
function isNumbered(whole: string, [start, code, sign = '?', number]: RegExpExecArray): boolean {
  if (!PARTS.has(Number(number))) return false;
  return code !== undefined || sign === '?' || whole.includes(sign, start.length);
}

function fromNumbered(whole: string, code: string | undefined, sign: string): Information {
  const parts = partsOf(whole, sign);
  const some = (...wanted: number[]): string[] => wanted.flatMap((number) => parts.get(number) ?? []);
  const purpose = flowing(some(...PURPOSE_PARTS));
  const keywords = keywordsOf(purpose);
  return fromKeywords(keywords, {
    code,
    counterparty: {
      name: flowing(some(32, 33)),
      account: parts.get(31)?.trim() || parts.get(38),
      agent: parts.get(30),
    },
    postingText: fieldText(parts.get(0)),
    purpose: fieldText(purpose),
  });
}

/** Splits numbered parts. An unknown or repeated number is text of the part around it: `Wie viel?40 Euro?21`. */
function partsOf(whole: string, sign: string): Map<number, string> {
  const [, ...found] = whole.split(new RegExp(`\\${sign}(\\d{2})`));
  const parts = new Map<number, string>();
  let current: number | null = null;
  for (let at = 0; at + 1 < found.length; at += 2) {
    const [digits = '', text = ''] = [found[at], found[at + 1]];
    const number = Number(digits);
    const isPart = PARTS.has(number) && !parts.has(number);
    if (isPart || current === null) {
      current = number;
      parts.set(number, text);
    } else parts.set(current, `${parts.get(current) ?? ''}${sign}${digits}${text}`);
  }
  return parts;
}

const FULL_PART_CHARS = 27;

/** Joins parts, which are cut after 27 characters even within a word; only a shorter part ends with a word. */
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

/** Keywords of a SEPA purpose, such as `EREF+…` and `SVWZ+…`, and the text before them. */
interface Keywords {
  readonly before: string;
  readonly values: ReadonlyMap<string, string>;
}

function keywordsOf(purpose: string): Keywords {
  const [before = '', ...found] = purpose.split(KEYWORD);
  const values = new Map<string, string>();
  let last: string | undefined;
  for (let at = 0; at + 1 < found.length; at += 2) {
    const [name = '', text = ''] = [found[at], found[at + 1]];
    if (!values.has(name) && fits(name, text)) {
      values.set(name, text.trim());
      last = name;
    }
    // Text that only resembles a keyword stays in the surrounding text.
    else if (last !== undefined) values.set(last, `${values.get(last) ?? ''} ${name}+${text.trim()}`);
    else return { before: purpose, values: new Map() };
  }
  return { before: before.trim(), values };
}

function fits(name: string, text: string): boolean {
  if (name === 'IBAN') return ibanOf(text) !== undefined;
  return name !== 'BIC' || /^\s*[A-Z]{6}[A-Z0-9]{2,5}\s*$/.test(text);
}

function fromKeywords({ before, values }: Keywords, read: Information): Information {
  const { counterparty } = read;
  const ultimate = values.get('ABWA') ?? values.get('ABWE');
  const texts = [before, values.get('SVWZ')].filter((text) => text !== undefined && text !== '');
  return {
    ...read,
    counterparty: {
      name: counterparty.name || ultimate,
      account: counterparty.account ?? values.get('IBAN'),
      agent: counterparty.agent ?? values.get('BIC'),
      creditorId: values.get('CRED'),
    },
    ultimate: fieldText(ultimate),
    purpose: values.size > 0 && texts.length > 0 ? fieldText(texts.join(' ')) : read.purpose,
    endToEndId: fieldText(values.get('EREF')),
    mandateId: fieldText(values.get('MREF')),
  };
}

/** Reads `/TRTP/SEPA OVERBOEKING/IBAN/…/NAME/…/REMI/…`, and `/CNTP/account/bic/name//` of ING. */
function fromSlashed(whole: string): Information {
  const { before, words } = slashedWords(whole);
  const [account, agent, name] = (words.get('CNTP') ?? '').split('/');
  const remittance = words.get('REMI')?.replace(/^(?:USTD\/+|STRD\/+(?:CUR\/+)?)/, '');
  const ultimate = words.get('ULTD') ?? words.get('ULTC') ?? words.get('ULTB');
  return {
    counterparty: {
      name: words.get('NAME') ?? name ?? ultimate,
      account: words.get('IBAN') ?? account,
      agent: words.get('BIC') ?? agent,
      creditorId: words.get('CSID'),
    },
    ultimate: fieldText(ultimate),
    purpose: joined([before, remittance]),
    postingText: joined([words.get('TRTP'), ...furtherWords(words)]),
    endToEndId: fieldText(words.get('EREF')),
    mandateId: fieldText(words.get('MARF') ?? words.get('MREF')),
  };
}

/** Words for fields. */
const FIELDS = new Set('CNTP REMI NAME IBAN BIC CSID TRTP EREF MARF MREF ULTD ULTC ULTB TRCD'.split(' '));

function furtherWords(words: ReadonlyMap<string, string>): string[] {
  return [...words].filter(([word]) => !FIELDS.has(word)).map(([word, text]) => `${word} ${text}`);
}
