const MARK = /\p{M}/gu;

/** The form in which staff look for words in questions: no case, no marks, `đ` as `d`. */
export function toFindable(text: string): string {
  return text.normalize('NFKD').replace(MARK, '').toLowerCase().replaceAll('đ', 'd');
}
