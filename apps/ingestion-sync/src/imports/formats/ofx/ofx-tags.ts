import { decodeHTMLStrict } from 'entities';
import { STATEMENT_LIMITS } from '../limits';
import { StatementProblem } from '../statement-problem';

/** Receives the tags in the order of the file. */
export interface OfxHandler {
  /** Receives a tag without text: the beginning of an aggregate, or an empty element. */
  open(name: string, line: number): void;
  /** Receives an element and its text, with resolved entities. */
  value(name: string, text: string): void;
  close(name: string): void;
}

/** More characters than a comment or a marked section may have. */
const TOKEN_CHARS_MAX = STATEMENT_LIMITS.tokenChars;
const NAME_CHARS_MAX = 64;
/** The most characters of a tag's attributes before its end is found. */
const ATTRIBUTES_CHARS_MAX = 4_096;
const COLON = 58;
/** Result: the piece ends within the tag. */
const PART = -1;
/** Result: the `<` is text, because not every program escapes it. */
const TEXT = -2;

/**
 * Parses the tags of OFX 1 (SGML, in which elements have no end tag) and OFX 2 (XML) by the same rule: a tag followed
 * by text is an element, one without is an aggregate. OFX has no relevant attributes and no declared entities. A `<`
 * that begins no tag of OFX is part of the text around it.
 */
export class OfxTags {
  private rest = '';
  private line = 1;
  /** The element whose text follows. */
  private element: { name: string; line: number } | null = null;
  private text = '';

  constructor(private readonly handler: OfxHandler) {}

  /**
   * Parses a piece.
   * @throws StatementProblem for declarations, which OFX does not have, and for tags without an end
   */
  read(piece: string): void {
    const all = this.rest === '' ? piece : this.rest + piece;
    let [at, newline] = [0, all.indexOf('\n')];
    const countLines = (to: number): void => {
      for (; newline !== -1 && newline < to; newline = all.indexOf('\n', newline + 1)) this.line += 1;
    };
    for (let open = all.indexOf('<'); open !== -1; open = all.indexOf('<', at)) {
      countLines(open);
      const close = this.endOfTag(all, open);
      this.addText(all.slice(at, open));
      if (close === PART) {
        this.rest = all.slice(open);
        if (this.rest.length > TOKEN_CHARS_MAX) throw new StatementProblem('A tag does not end.', this.line);
        return;
      }
      at = this.tag(all, open, close);
      countLines(at);
    }
    this.addText(all.slice(at));
    countLines(all.length);
    this.rest = '';
  }

  /** Ends the last element. */
  end(): void {
    this.addText(this.rest);
    this.rest = '';
    this.flush();
  }

  get currentLine(): number {
    return this.line;
  }

  /** Returns the index behind the tag, `PART` or `TEXT`. */
  private endOfTag(all: string, open: number): number {
    const next = all.charCodeAt(open + 1);
    if (next === 33 /* ! */) return this.endOfDeclaration(all, open);
    if (next === 63 /* ? */) return all.indexOf('>', open) + 1 || PART;
    return endOfName(all, open);
  }

  private endOfDeclaration(all: string, open: number): number {
    const start = all.slice(open, open + 9);
    if (start.startsWith('<!--')) return behind(all.indexOf('-->', open), 3);
    if (start === '<![CDATA[') return behind(all.indexOf(']]>', open), 3);
    if (start === '<!DOCTYPE')
      throw new StatementProblem(
        'The file declares entities or a document type, which is not read.',
        this.line,
      );
    const isPart = open + start.length === all.length;
    return isPart && ['<!--', '<![CDATA[', '<!DOCTYPE'].some((one) => one.startsWith(start)) ? PART : TEXT;
  }

  /**
   * Handles a tag.
   * @returns the index behind the tag, or behind its `<` if that is text
   */
  private tag(all: string, open: number, close: number): number {
    const next = all.charCodeAt(open + 1);
    if (close === TEXT) return this.mark(open);
    if (next === 63 /* ? */) return close;
    if (next === 33 /* ! */) {
      if (all.startsWith('<![CDATA[', open)) this.addText(escaped(all.slice(open + 9, close - 3)));
      return close;
    }
    const isEnd = next === 47; /* / */
    const name = nameOf(all, open + (isEnd ? 2 : 1));
    if (this.isPartOfText(name)) return this.mark(open);
    if (isEnd) this.closeTag(name);
    else this.openTag(name, all.charCodeAt(close - 2) === 47 /* / */);
    return close;
  }

  private mark(open: number): number {
    this.addText('<');
    return open + 1;
  }

  /**
   * Returns whether the tag is part of a text: `<NAME>SMITH <JONES> LTD` and `<MEMO>a <b>word</b>` have one name and
   * one memo.
   */
  private isPartOfText(name: string): boolean {
    return this.element !== null && isTextElement(this.element.name) && !isOfxName(name);
  }

  private openTag(name: string, isEmpty: boolean): void {
    this.flush();
    this.element = isEmpty ? null : { name, line: this.line };
  }

  private closeTag(name: string): void {
    const ownEnd = this.element?.name === name;
    if (ownEnd && this.text.trim() === '') this.forget();
    else this.flush();
    if (!ownEnd) this.handler.close(name);
  }

  private forget(): void {
    this.element = null;
    this.text = '';
  }

  private flush(): void {
    const { element, text } = this;
    this.forget();
    if (element === null) return;
    const trimmed = text.trim();
    if (trimmed === '') this.handler.open(element.name, element.line);
    else this.handler.value(element.name, unescaped(trimmed));
  }

  private addText(text: string): void {
    if (this.element === null || text === '') return;
    // Text beyond the field limit is cut shortly after the limit, so that the reader detects the excess.
    if (this.text.length <= STATEMENT_LIMITS.fieldChars) {
      this.text += text.slice(0, STATEMENT_LIMITS.fieldChars * 8);
    }
  }
}

/** Returns the index behind a tag that begins with a name, `PART` or `TEXT`. */
function endOfName(all: string, open: number): number {
  const from = open + (all.charCodeAt(open + 1) === 47 /* / */ ? 2 : 1);
  let at = from;
  while (at < all.length && at - from < NAME_CHARS_MAX && isNameChar(all.charCodeAt(at))) at += 1;
  if (at >= all.length) return PART;
  if (at === from || !/[A-Za-z]/.test(all.charAt(from))) return TEXT;
  return all.charCodeAt(at) === 62 /* > */ ? at + 1 : endOfAttributes(all, at);
}

const ATTRIBUTES = /(?:\s+[\w:.-]{1,64}\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/?>/y;

function endOfAttributes(all: string, from: number): number {
  if (!/[\s/]/.test(all.charAt(from))) return TEXT;
  ATTRIBUTES.lastIndex = from;
  if (ATTRIBUTES.test(all)) return ATTRIBUTES.lastIndex;
  const isPart = all.length - from < ATTRIBUTES_CHARS_MAX && !/[<>]/.test(all.slice(from));
  return isPart ? PART : TEXT;
}

function behind(index: number, length: number): number {
  return index === -1 ? PART : index + length;
}

/** Reads a name without its prefix. */
function nameOf(all: string, from: number): string {
  let [end, start] = [from, from];
  while (end - from < NAME_CHARS_MAX && isNameChar(all.charCodeAt(end))) {
    end += 1;
    if (all.charCodeAt(end - 1) === COLON) start = end;
  }
  return all.slice(start, end).toUpperCase();
}

function isNameChar(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 58) /* digits and the colon */ ||
    code === 45 ||
    code === 46 ||
    code === 95
  );
}

/** Decodes HTML's named and numbered entities, each once; an `&` that begins none stays. */
function unescaped(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text).replaceAll('\u00a0', ' ') : text;
}

/** Returns the text escaped so that `unescaped` restores it. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;');
}

/**
 * The elements and aggregates of OFX that can follow a text. Other names in angle brackets within a name or a memo are
 * part of it.
 */
const OFX_NAMES = new Set(
  `OFX SIGNONMSGSRSV1 SONRS STATUS BANKMSGSRSV1 STMTTRNRS STMTRS CREDITCARDMSGSRSV1 CCSTMTTRNRS CCSTMTRS INVSTMTMSGSRSV1
INVSTMTTRNRS INVSTMTRS SECLISTMSGSRSV1 SECLISTTRNRS SECLISTRS SECLIST BANKTRANLIST BANKTRANLISTP STMTTRN STMTTRNP
TRNTYPE DTPOSTED DTTRAN DTUSER DTAVAIL DTEXPIRE TRNAMT FITID CORRECTFITID CORRECTACTION SRVRTID CHECKNUM REFNUM SIC PAYEEID
NAME EXTDNAME PAYEE ADDR1 ADDR2 ADDR3 CITY STATE POSTALCODE COUNTRY PHONE BANKACCTTO CCACCTTO BANKACCTFROM CCACCTFROM
INVACCTFROM INVACCTTO LOANACCTFROM BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY BROKERID MEMO MEMO2 IMAGEDATA CURRENCY
ORIGCURRENCY CURRATE CURSYM CURDEF INV401KSOURCE LEDGERBAL AVAILBAL BALAMT DTASOF CASHADVBALAMT INTRATE BALLIST BAL DESC
BALTYPE VALUE MKTGINFO DTSTART DTEND CREDITCARDMSGSRQV1 MESSAGE CODE SEVERITY TRNUID CLTCOOKIE LANGUAGE FI ORG FID DTSERVER
INVTRANLIST INVTRAN INVBANKTRAN DTTRADE DTSETTLE REVERSALFITID INVBUY INVSELL SECID UNIQUEID UNIQUEIDTYPE UNITS UNITPRICE
MARKUP MARKDOWN COMMISSION TAXES FEES LOAD TOTAL SUBACCTSEC SUBACCTFUND SUBACCTFROM SUBACCTTO LOANID LOANPRINCIPAL
LOANINTEREST DTPAYROLL PRIORYEARCONTRIB WITHHOLDING TAXEXEMPT GAIN PENALTY STATEWITHHOLDING BUYDEBT BUYMF BUYOPT BUYOTHER
BUYSTOCK BUYTYPE OPTBUYTYPE SELLDEBT SELLMF SELLOPT SELLOTHER SELLSTOCK SELLTYPE OPTSELLTYPE SELLREASON ACCRDINT
AVGCOSTBASIS RELFITID RELTYPE SECURED SHPERCTRCT CLOSUREOPT OPTACTION INCOME INCOMETYPE INVEXPENSE JRNLFUND JRNLSEC
MARGININTEREST REINVEST RETOFCAP SPLIT OLDUNITS NEWUNITS NUMERATOR DENOMINATOR FRACCASH TRANSFER TFERACTION POSTYPE
DTPURCHASE INVPOSLIST INVPOS POSDEBT POSMF POSOPT POSOTHER POSSTOCK HELDINACCT MKTVAL DTPRICEASOF UNITSSTREET UNITSUSER
REINVDIV REINVCG INVBAL AVAILCASH MARGINBALANCE SHORTBALANCE BUYPOWER INVOOLIST INV401K INV401KBAL SECINFO SECNAME TICKER
FIID RATING STOCKINFO STOCKTYPE MFINFO MFTYPE DEBTINFO DEBTTYPE DEBTCLASS OPTINFO OPTTYPE STRIKEPRICE OTHERINFO TYPEDESC
ASSETCLASS FIASSETCLASS YIELD DTYIELDASOF PARVALUE COUPONRT DTCOUPON COUPONFREQ CALLPRICE YIELDTOCALL DTCALL CALLTYPE
YIELDTOMAT DTMAT MFASSETCLASS FIMFASSETCLASS PORTION PERCENT FIPORTION PENDINGTRANLIST`.split(/\s+/),
);

/** Elements with text that people and shops write. */
const TEXT_ELEMENTS = new Set(
  'NAME EXTDNAME MEMO MEMO2 ADDR1 ADDR2 ADDR3 CITY SECNAME DESC MESSAGE CHECKNUM REFNUM'.split(' '),
);

/** Returns whether the name is OFX's; names with a point are those of programs, such as `INTU.BID`. */
function isOfxName(name: string): boolean {
  return OFX_NAMES.has(name) || name.includes('.');
}

function isTextElement(name: string): boolean {
  return TEXT_ELEMENTS.has(name);
}
