/** The most characters of the cached texts together. */
const CACHED_LENGTH_MAX = 16 * 1024 * 1024;
/**
 * Maximum time for which a text stays cached. After a restore to an earlier time the database assigns ids again; a
 * restore takes longer than this.
 */
const CACHED_MS_MAX = 5_000;

interface CachedText {
  readonly text: Promise<string | null>;
  /** 0 until the text is loaded. */
  length: number;
  readonly requestedAtMs: number;
}

type Read = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/**
 * Caches the contents that were read last. A user's endpoints deliver the same contents at about the same time, and a
 * content may have megabytes, so each is read once for all of them. A content never changes.
 */
export class DeliveryContents {
  private readonly cache = new Map<number, CachedText>();
  private cachedLength = 0;

  constructor(
    private readonly read: Read,
    private readonly lengthMax = CACHED_LENGTH_MAX,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the texts by id; contents that were deleted meanwhile are missing. */
  async textsOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const wanted = [...new Set(ids)];
    this.forgetOld();
    const missing = wanted.filter((id) => !this.cache.has(id));
    if (missing.length > 0) this.readNow(missing);
    const found = wanted.map((id) => [id, this.used(id)] as const);
    const texts = await Promise.all(found.map(async ([id, text]) => [id, await text] as const));
    return new Map(texts.flatMap(([id, text]) => (text === null ? [] : [[id, text] as const])));
  }

  private readNow(ids: readonly number[]): void {
    const reading = this.read(ids);
    for (const id of ids) {
      const text = reading.then((texts) => texts.get(id) ?? null);
      const entry: CachedText = { text, length: 0, requestedAtMs: this.now() };
      this.cache.set(id, entry);
      text.then(
        (read) => this.cacheText(id, entry, read),
        () => this.cache.delete(id), // the caller gets the error; the next call reads again
      );
    }
  }

  private cacheText(id: number, entry: CachedText, text: string | null): void {
    if (text === null) {
      this.cache.delete(id);
      return;
    }
    entry.length = text.length;
    this.cachedLength += text.length;
    for (const [oldest, { length }] of this.cache) {
      if (this.cachedLength <= this.lengthMax) break;
      if (length > 0) this.forget(oldest, length); // otherwise the text is being loaded
    }
  }

  private forgetOld(): void {
    const from = this.now() - CACHED_MS_MAX;
    for (const [id, { length, requestedAtMs }] of this.cache)
      if (length > 0 && requestedAtMs < from) this.forget(id, length);
  }

  private forget(id: number, length: number): void {
    this.cache.delete(id);
    this.cachedLength -= length;
  }

  /** Marks a content as the last used one. */
  private used(id: number): Promise<string | null> {
    const entry = this.cache.get(id);
    if (!entry) throw new Error(`content ${id} was not asked for`);
    this.cache.delete(id);
    this.cache.set(id, entry);
    return entry.text;
  }
}
