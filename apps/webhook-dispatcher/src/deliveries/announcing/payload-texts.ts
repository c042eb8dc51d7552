import {
  accountKeyIn,
  EventData,
  Fields,
  ITEM_KINDS,
  PayloadVersion,
  PayloadView,
  viewedAccount,
  viewedConnection,
  viewedItem,
  viewedRule,
  viewKey,
} from '@tributary/contracts';

/** The JSON of resources, written once for all endpoints that see the same of them. */
export class PayloadTexts {
  private readonly written = new Map<string, WeakMap<Fields, string>>();

  /** `data` of a message, as `viewedData` has it. */
  data(data: EventData, view: PayloadView, version: PayloadVersion): string {
    const members: string[] = [];
    const { financial_account: account, financial_connection: connection, rule } = data;
    if (account) {
      members.push(
        `"${accountKeyIn(version)}":${this.text(account, view, () => viewedAccount(account, view))}`,
      );
    }
    for (const kind of ITEM_KINDS) {
      const items = data[kind];
      if (!items) continue;
      const texts = items.map((item) => this.text(item, view, () => viewedItem(kind, item, view)));
      members.push(`"${kind}":[${texts.join(',')}]`);
    }
    if (connection) {
      const text = this.text(connection, view, () => viewedConnection(connection, view));
      members.push(`"financial_connection":${text}`);
    }
    if (rule) members.push(`"rule":${this.text(rule, view, () => viewedRule(rule, view))}`);
    return `{${members.join(',')}}`;
  }

  private text(resource: Fields, view: PayloadView, viewed: () => Fields): string {
    const key = viewKey(view);
    let texts = this.written.get(key);
    if (!texts) this.written.set(key, (texts = new WeakMap()));
    let text = texts.get(resource);
    if (text === undefined) texts.set(resource, (text = JSON.stringify(viewed())));
    return text;
  }
}

/** Everything, as the owner sees it. */
export const FULL_VIEW: PayloadView = {
  redaction: 'none',
  readsAccounts: true,
  readsTransactions: true,
  readsConnections: true,
  readsRules: true,
};
