import { existsSync, readFileSync } from 'node:fs';
import { findSourceMap, SourceMap } from 'node:module';
import path from 'node:path';

/** Marks the line before each module of a bundle. */
export const MODULE_MARK = '//# module ';

/**
 * Lets stack traces name the source files of a bundle's modules. The lines of each module are unchanged, so its own
 * source map is enough; it is read with the first error that needs it. One map of the whole would be read at each
 * start.
 */
export function nameSources(bundle: string, build: string): void {
  const positions = new SourcePositions(bundle, build);
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${named(frame, positions)}`)].join('\n');
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

/** A frame whose text is the line that Node writes in a stack trace. */
type Frame = NodeJS.CallSite & { toString(): string };

function named(frame: Frame, positions: SourcePositions): string {
  const text = frame.toString();
  const file = frame.getFileName();
  const line = frame.getLineNumber();
  const column = frame.getColumnNumber();
  if (file === null || line === null || column === null) return text;
  const position = positions.sourceOf(file, line, column);
  return position === null ? text : text.replace(`${file}:${line}:${column}`, position);
}

class SourcePositions {
  private modules: readonly { readonly id: string; readonly line: number }[] | null = null;
  private readonly maps = new Map<string, SourceMap | null>();

  constructor(
    private readonly bundle: string,
    private readonly build: string,
  ) {}

  /** Source position of this position, or null. */
  sourceOf(file: string, line: number, column: number): string | null {
    try {
      if (file !== this.bundle) return positionIn(findSourceMap(file), file, line, column);
      const module = this.moduleAt(line);
      if (!module) return null;
      const compiled = path.join(this.build, module.id);
      return positionIn(this.mapOf(compiled), compiled, line - module.line, column);
    } catch {
      return null; // naming a position must not hide the error that has it
    }
  }

  private moduleAt(line: number): { readonly id: string; readonly line: number } | undefined {
    this.modules ??= readFileSync(this.bundle, 'latin1')
      .split('\n')
      .flatMap((text, index) =>
        text.startsWith(MODULE_MARK) ? [{ id: text.slice(MODULE_MARK.length), line: index + 2 }] : [],
      );
    return this.modules.findLast((module) => module.line < line);
  }

  private mapOf(compiled: string): SourceMap | null {
    let map = this.maps.get(compiled);
    if (map === undefined) {
      const file = `${compiled}.map`;
      map = existsSync(file)
        ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as ConstructorParameters<typeof SourceMap>[0])
        : null;
      this.maps.set(compiled, map);
    }
    return map;
  }
}

function positionIn(
  map: SourceMap | null | undefined,
  compiled: string,
  line: number,
  column: number,
): string | null {
  const entry = map?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry)) return null;
  const source = path.resolve(path.dirname(compiled), entry.originalSource.replace(/^file:\/\//, ''));
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
