import { EventData, Fields, PayloadVersion, PayloadView, viewedMembers, viewKey } from '@tributary/contracts';

/** Caches the JSON of resources, which is the same for all endpoints with the same view. */
export class PayloadTexts {
  private readonly written = new Map<string, WeakMap<Fields, string>>();

  /** Returns the `data` of a message as JSON. */
  data(data: EventData, view: PayloadView, version: PayloadVersion): string {
    const texts = this.of(view);
    const members = viewedMembers(data, view, version, (resource, viewed) => {
      let text = texts.get(resource);
      if (text === undefined) texts.set(resource, (text = JSON.stringify(viewed())));
      return text;
    });
    return `{${members.map(([name, text]) => `"${name}":${Array.isArray(text) ? `[${text.join(',')}]` : text}`).join(',')}}`;
  }

  private of(view: PayloadView): WeakMap<Fields, string> {
    const key = viewKey(view);
    let texts = this.written.get(key);
    if (!texts) this.written.set(key, (texts = new WeakMap()));
    return texts;
  }
}
