/** The package comes without types; these two of its lists are used. */
declare module 'stopword' {
  export const vie: readonly string[];
  export const tha: readonly string[];
}
