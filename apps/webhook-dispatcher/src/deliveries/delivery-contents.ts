/** The most characters of the cached texts together. */
const KEPT_LENGTH_MAX = 16 * 1024 * 1024;
/**
 * How long a text stays cached. After a restore to an earlier time the database assigns ids again; a restore takes
 * longer than this.
 */
const KEPT_MS_MAX = 5_000;

interface Kept {
  readonly text: Promise<string | null>;
  /** 0 until the text is loaded. */
  length: number;
  readonly askedAtMs: number;
}

type Read = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/**
 * Caches the contents that were read last. A user's endpoints deliver the same contents at about the same time, and a
 * content may have megabytes, so each is read once for all of them. A content never changes.
 */
export class DeliveryContents {
  private readonly kept = new Map<number, Kept>();
  private keptLength = 0;

  constructor(
    private readonly read: Read,
    private readonly lengthMax = KEPT_LENGTH_MAX,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the texts by id; contents that were deleted meanwhile are missing. */
  async of(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const wanted = [...new Set(ids)];
    this.forgetOld();
    const missing = wanted.filter((id) => !this.kept.has(id));
    if (missing.length > 0) this.readNow(missing);
    const found = wanted.map((id) => [id, this.used(id)] as const);
    const texts = await Promise.all(found.map(async ([id, text]) => [id, await text] as const));
    return new Map(texts.flatMap(([id, text]) => (text === null ? [] : [[id, text] as const])));
  }

  private readNow(ids: readonly number[]): void {
    const reading = this.read(ids);
    for (const id of ids) {
      const text = reading.then((texts) => texts.get(id) ?? null);
      const kept: Kept = { text, length: 0, askedAtMs: this.now() };
      this.kept.set(id, kept);
      text.then(
        (read) => this.keep(id, kept, read),
        () => this.kept.delete(id), // the caller gets the error; the next call reads again
      );
    }
  }

  private keep(id: number, kept: Kept, text: string | null): void {
    if (text === null) {
      this.kept.delete(id);
      return;
    }
    kept.length = text.length;
    this.keptLength += text.length;
    for (const [oldest, { length }] of this.kept) {
      if (this.keptLength <= this.lengthMax) break;
      if (length > 0) this.forget(oldest, length); // otherwise the text is being loaded
    }
  }

  private forgetOld(): void {
    const from = this.now() - KEPT_MS_MAX;
    for (const [id, { length, askedAtMs }] of this.kept)
      if (length > 0 && askedAtMs < from) this.forget(id, length);
  }

  private forget(id: number, length: number): void {
    this.kept.delete(id);
    this.keptLength -= length;
  }

  /** Marks a content as the one that was used last. */
  private used(id: number): Promise<string | null> {
    const kept = this.kept.get(id);
    if (!kept) throw new Error(`content ${id} was not asked for`);
    this.kept.delete(id);
    this.kept.set(id, kept);
    return kept.text;
  }
}
