/** What we use of two packages that bring no types. */
declare module 'wink-bm25-text-search' {
  interface Engine {
    defineConfig(config: { readonly fldWeights: Readonly<Record<string, number>> }): boolean;
    definePrepTasks(tasks: readonly ((text: string) => string[])[]): number;
    addDoc(document: Readonly<Record<string, string>>, id: number): number;
    consolidate(): boolean;
    search(text: string, limit: number): [id: string, score: number][];
  }
  function createEngine(): Engine;
  export = createEngine;
}

declare module 'wink-nlp-utils' {
  const utils: {
    readonly string: {
      tokenize0(text: string): string[];
    };
    readonly tokens: {
      removeWords(tokens: readonly string[]): string[];
      stem(tokens: readonly string[]): string[];
    };
  };
  export = utils;
}
