import { plainNumber } from '@openlarder/domain/kernel/text-characters.ts';

/** A number field drops the digits of other scripts before its value can be read: they are typed as ASCII instead. */
document.addEventListener('beforeinput', (event) => {
  const { target, data } = event;
  if (!(target instanceof HTMLInputElement) || target.type !== 'number' || !event.cancelable) return;
  const folded = data === null ? data : plainNumber(data);
  if (folded === null || folded === data) return;
  event.preventDefault();
  // of all ways to insert text, the one that keeps undo and the events of typing
  document.execCommand('insertText', false, folded);
});

/** Some password managers fill in fields without a word to the page: what a form has is read once more before it is sent. */
document.addEventListener(
  'submit',
  ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    for (const field of target.elements)
      if (field instanceof HTMLInputElement && field.value !== '')
        field.dispatchEvent(new Event('input', { bubbles: true }));
  },
  { capture: true },
);
