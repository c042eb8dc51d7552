import { plainWords, wordSet } from './word-sets';

const OUT = wordSet(
  `-|out|outflow|outgoing|d|dr|db|dbit|debit|debits|debited|withdrawal|withdraw|paid out|money out|expense|expenses|spent|sent|send|payment out|transfer out|debit card|purchase
  |s|soll|belastung|lastschrift|ausgang|ausgabe|auszahlung|abgang|af|uit|afschrijving|uitgave
  |debet|debito|débit|cargo|adeudo|gasto|egreso|salida|retiro|sortie|dépense|dare|uscita|addebito|saída|despesa|debitare|ieșire
  |ud|udgift|ut|uttag|utgift|utgående|otto|veloitus|meno|pano ulos
  |obciążenie|obciążenia|wydatek|wypływ|wn|winien|výdej|výdaj|odchozí|má dáti|na ťarchu|odchádzajúce|terhelés|kiadás|t
  |χρέωση|χ|έξοδα|borç|b|gider|giden|çıkış|harcama|расход|дебет|списание|дт|исходящий|видаток|витрата|списання
  |出金|支出|出|支払|支払い|引出|引落|借|借方|转出|轉出|取款|出账|支|출금|지출|출|보냄|keluar|pengeluaran|penarikan`,
);
const IN = wordSet(
  `+|in|inflow|incoming|c|cr|crdt|credit|credits|credited|deposit|paid in|money in|income|received|receive|payment in|transfer in|refund
  |h|haben|gutschrift|eingang|einnahme|einzahlung|zugang|bij|bijschrijving|inkomst
  |credito|crédit|kredit|abono|ingreso|entrada|entrée|recette|avere|entrata|accredito|receita|creditare|intrare
  |ind|indtægt|inn|insättning|inkomst|inkommande|pano|hyvitys|tulo|talletus|k|kreditas
  |uznanie|uznania|przychód|wpływ|ma|příjem|příchozí|dal|v prospech|prichádzajúce|jóváírás|bevétel|j
  |πίστωση|π|έσοδα|alacak|a|gelir|gelen|giriş|приход|кредит|зачисление|поступление|кт|входящий|надходження|зарахування
  |入金|収入|入|預入|預入れ|貸|貸方|转入|轉入|存款|入账|收|收入|贷|입금|수입|입|받음|masuk|pemasukan|setoran`,
);

/** Returns the direction of an amount if the text is a word or a letter for it. */
export function directionOf(text: string): 'OUT' | 'IN' | null {
  if (text.length > 30) return null;
  const word = /^[-+−–]$/.test(text) ? text.replace(/[−–]/, '-') : plainWords(text);
  return wayOf(word) ?? sameWayOf(word.split(' '));
}

function wayOf(word: string): 'OUT' | 'IN' | null {
  if (OUT.has(word)) return 'OUT';
  return IN.has(word) ? 'IN' : null;
}

/** Returns the common direction of words in two languages: `借 Dr`. */
function sameWayOf(words: readonly string[]): 'OUT' | 'IN' | null {
  const [first, second] = words.map(wayOf);
  return words.length === 2 && first !== undefined && first === second ? first : null;
}

/** Words with which banks begin the text of a card payment in a shop, and never that of incoming money. */
const PURCHASE =
  /^(?:(?:card |pos |online )?purchase|pos |card payment|kartenzahlung|(?:karten)?einkauf|betaalautomaat|achat|paiement (?:par )?carte|compra|pago con tarjeta|acquisto|pagamento pos|(?:dankort|vare|kort)kop|varekjop|kortkop|korttiosto|platnosc karta|zakup|platba kartou|nakup|vasarlas|cumparare|plata pos|αγορα|alisveris|покупка|оплата товаров|купівля|消费|消費|クレジット利用|카드결제|pembelian)/u;

/** Returns whether a row's text is about a purchase. */
export function saysPurchase(text: string): boolean {
  return PURCHASE.test(plainWords(text.slice(0, 60)));
}
