import { foldText } from '../../text/fold-text';

/** The meaning of a row's status; null if the word is unknown. */
export type StatusMeaning = 'BOOKED' | 'PENDING' | 'NO_MOVEMENT';

const NO_MOVEMENT = beginnings(
  `revert|revers|declin|fail|cancel|reject|denied|deny|expire|void|block|delet|refus|authorized only|authorised only|authorization only|unsuccess|abort|bounced|removed|error|not paid|unpaid|invalid
  |stornier|storno|abgelehn|abgebroch|fehlgeschlag|abgelauf|gesperrt|geloscht|ungultig|zuruckgewies|verworfen|geweigerd|mislukt|geannuleerd|verlopen|geblokkeerd|afgewezen|verwijderd
  |refuse|annul|echou|expir|bloqu|supprim|rejet|rechaz|anulad|cancelad|caducad|fallid|deneg|rifiut|annullat|scadut|bloccat|fallit|stornat|recusad|negad|expirad|falhad|respins|anulat|esuat|blocat
  |slettet|sletta|radert|afvist|annuller|mislykket|udlobet|sperret|avvist|kansellert|feilet|utlopt|avvisad|nekad|avbrut|misslyckad|makulerad|sparrad|hylatty|peruttu|epaonnistu|vanhentunut|estetty
  |odrzuc|anulow|nieudan|wygasl|zablokowan|odmow|zrusen|zamitnut|odmietnut|neuspesn|blokovan|expirovan|stornovan|elutasit|torolt|sikertelen|lejart|zarolt|sztornoz|visszavon
  |απορριφθ|ακυρ|αποτυχ|ληξ|reddedil|iptal|basarisiz|suresi dol|bloke|отклон|отмен|ошибк|неуспе|истек|заблокир|удал|отказ|аннулир|возвращен|відхилен|скасован|помилк|неуспіш|заблокован
  |失敗|取消|キャンセル|拒否|無効|期限切れ|エラー|否認|失败|已取消|拒绝|拒絕|失效|关闭|關閉|已关闭|撤销|撤銷|作废|作廢|실패|취소|거절|만료|거부|gagal|batal|dibatalkan|ditolak|kedaluwarsa|diblokir`,
);
const PENDING = beginnings(
  `pending|on hold|hold|authori|in progress|processing|scheduled|forecast|uncleared|unposted|not posted|waiting|awaiting|open|unbooked|not booked|upcoming|planned|reserv|provisional|in process|temporary
  |vorgemerkt|ausstehend|offen|in bearbeitung|nicht gebucht|geplant|vorlaufig|unverbucht|in behandeling|gereserveerd|gepland|openstaand
  |en attente|en cours|a venir|prevu|pendiente|en curso|en proceso|retenid|in attesa|in corso|da contabilizzare|non contabilizzat|pendente|em processamento|agendad|cativo|in asteptare|in curs
  |venter|afventer|reserver|ikke bogfort|paventer|under behandling|vantar|preliminar|pagaende|ej bokford|odottaa|varaus|kesken|avoin
  |oczekuj|w toku|w trakcie|zaplanowan|nierozliczon|niezaksiegowan|ceka|cekaj|nezauctovan|rozpracovan|neuzavren|fuggoben|folyamatban|varakoz|konyveletlen|zarolas
  |εκκρεμ|σε εξελιξη|beklemede|bekliyor|islemde|provizyon|onay bekl|ожида|в обработке|не проведен|обрабат|холд|hold|очіку|в обробці
  |保留|処理中|未確定|予定|承認待ち|待处理|處理中|处理中|待入账|待入帳|未入账|未入帳|대기|처리중|보류|미확정|승인대기|menunggu|tertunda|diproses`,
);
const BOOKED = beginnings(
  `complet|posted|booked|settled|ok|cleared|executed|success|done|processed|issued|paid|approved|accepted|confirmed|final|reconciled|sent|received|active
  |gebucht|ausgefuhrt|erledigt|abgeschlossen|bestatigt|verbucht|verwerkt|uitgevoerd|voltooid|geboekt
  |execut|comptabilise|effectue|termine|realise|realizad|completad|contabilizad|liquidad|ejecutad|contabilizzat|eseguit|completat|concluid|efetuad|procesat|finalizat|decontat
  |bogfort|gennemfort|udfort|bokfort|utfort|fullfort|gjennomfort|bokford|genomford|utford|klar|toteutunut|kirjattu|suoritettu|valmis|maksettu
  |zrealizowan|rozliczon|zaksiegowan|wykonan|zakonczon|zauctovan|proveden|provedeno|dokonceno|realizovan|uskutocnen|zuctovan|teljesult|konyvelt|sikeres|vegrehajt|lekonyvelt
  |ολοκληρ|εκτελεσ|επιτυχ|tamamlandi|basarili|gerceklesti|onaylandi|выполнен|исполнен|успешн|проведен|завершен|виконан|успішн|завершен
  |完了|確定|済|成功|已完成|交易成功|已入账|已入帳|완료|정상|승인|성공|berhasil|sukses|selesai`,
);

/** @param further texts in lower case that mean "no movement", as set by the user */
export function statusOf(text: string, further: readonly string[] = []): StatusMeaning | null {
  if (text === '' || text.length > 60) return null;
  if (further.length > 0 && further.includes(text.trim().toLowerCase())) return 'NO_MOVEMENT';
  const plain = ` ${foldText(text).replace(/[_-]/g, ' ')}`;
  if (NO_MOVEMENT.test(plain)) return 'NO_MOVEMENT';
  if (PENDING.test(plain)) return 'PENDING';
  return BOOKED.test(plain) ? 'BOOKED' : null;
}

/** Matches Latin, Greek and Cyrillic words at their beginning, others at any position. */
function beginnings(words: string): RegExp {
  const all = words.split('|').map((word) => foldText(word.trim()));
  const wide = all.filter((word) => /[\u3040-\u9fff\uac00-\ud7af]/.test(word));
  const others = all.filter((word) => !wide.includes(word));
  return new RegExp(`(?<![\\p{L}])(?:${others.join('|')})|${wide.join('|')}`, 'u');
}
