/**
 * Moves the keyboard to the first of `names` that a form shows: a control of that name (in a group, the chosen one),
 * else the first control inside what carries the name in `data-field`. What is folded away is unfolded.
 */
export function focusField(form: HTMLElement, names: readonly string[]): boolean {
  for (const name of names) {
    const control =
      form.querySelector<HTMLElement>(`[name="${name}"]:checked`) ??
      form.querySelector<HTMLElement>(`[name="${name}"]`) ??
      form.querySelector<HTMLElement>(`[data-field~="${name}"] :is(input, textarea, button, summary)`);
    if (!control) continue;
    const folded = control.closest('details');
    if (folded) folded.open = true;
    control.focus();
    return true;
  }
  return false;
}
