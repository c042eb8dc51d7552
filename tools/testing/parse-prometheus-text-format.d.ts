/** As far as our tests use it. */
declare module 'parse-prometheus-text-format' {
  interface Sample {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
  }
  interface Family {
    readonly name: string;
    readonly type: string;
    readonly metrics: readonly Sample[];
  }
  export default function parse(text: string): Family[];
}
