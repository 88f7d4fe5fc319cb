/** A stretch of a run that its author set apart: a link (`href`) or emphasised words (`href` is null). */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly href: string | null;
}

/** Running text on one line, but for hard breaks, and what was set apart in it. */
export interface Run {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** A place in the run; worthless once the run was taken, as a block's end then lies between. */
export interface Mark {
  readonly run: number;
  readonly part: number;
  readonly length: number;
}

/** Collects running text and folds white space as a browser does. */
export class InlineRun {
  #parts: string[] = [];
  #spans: Span[] = [];
  #length = 0;
  #run = 0;
  /** At a line's start or after a space, further spaces are swallowed. */
  #open = true;

  append(text: string): void {
    const folded = text.replace(/[ \t\n\f\r]+/g, ' ');
    this.#push(this.#open ? folded.replace(/^ /, '') : folded);
  }

  newline(): void {
    const last = this.#parts.at(-1);
    if (last === undefined) return;
    if (last.endsWith(' ')) {
      this.#parts[this.#parts.length - 1] = last.slice(0, -1);
      this.#length -= 1;
    }
    this.#push('\n');
  }

  mark(): Mark {
    return { run: this.#run, part: this.#parts.length, length: this.#length };
  }

  /** Sets apart what came since the mark and returns it; null when that was nothing or a block's end lies between. */
  span(from: Mark, href: string | null): string | null {
    if (from.run !== this.#run) return null;
    const raw = this.#parts.slice(from.part).join('');
    const text = raw.trim();
    if (text === '' && !href) return null;
    const start = from.length + raw.length - raw.trimStart().length;
    this.#spans.push({ start, end: start + text.length, href });
    return text;
  }

  /** The run as it is shown; the next one starts empty. */
  take(): Run {
    const text = this.#parts.join('').trimEnd();
    const run = { text, spans: this.#spans };
    this.#parts = [];
    this.#spans = [];
    this.#length = 0;
    this.#run += 1;
    this.#open = true;
    return run;
  }

  #push(text: string): void {
    if (text === '') return;
    this.#parts.push(text);
    this.#length += text.length;
    this.#open = text.endsWith(' ') || text.endsWith('\n');
  }
}
