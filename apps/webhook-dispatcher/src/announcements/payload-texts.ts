import {
  EventData,
  Fields,
  PayloadVersion,
  PayloadView,
  mapVisibleMembers,
  viewKey,
} from '@tributary/contracts';

/** Writes payloads as JSON, and caches the JSON of each resource for all endpoints with the same view. */
export class PayloadTexts {
  private readonly textsByView = new Map<string, WeakMap<Fields, string>>();

  /** Returns as JSON the part of a message's `data` that the view shows. */
  data(data: EventData, view: PayloadView, version: PayloadVersion): string {
    const texts = this.textsOf(view);
    const members = mapVisibleMembers(data, view, version, (resource, redact) => {
      let text = texts.get(resource);
      if (text === undefined) texts.set(resource, (text = JSON.stringify(redact())));
      return text;
    });
    return `{${members.map(([name, text]) => `"${name}":${Array.isArray(text) ? `[${text.join(',')}]` : text}`).join(',')}}`;
  }

  private textsOf(view: PayloadView): WeakMap<Fields, string> {
    const key = viewKey(view);
    let texts = this.textsByView.get(key);
    if (!texts) this.textsByView.set(key, (texts = new WeakMap()));
    return texts;
  }
}
