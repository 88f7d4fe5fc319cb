const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything of a text: white space, marks of format and blank letters alone are nothing. */
export function showsSomething(text: string): boolean {
  return VISIBLE.test(text);
}
