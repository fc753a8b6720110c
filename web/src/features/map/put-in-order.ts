/**
 * Puts elements with one parent into an order, by moving them round the one that has the keyboard: an element that
 * is moved would lose it. What is absent is left out; nothing is touched where the order stands already.
 */
export function putInOrder(elements: readonly (Element | null)[]): void {
  const inOrder = elements.filter((element) => element !== null);
  const stands = inOrder.every((element, index) => {
    const before = inOrder[index - 1];
    return !before || before.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING;
  });
  if (stands) return;
  const held = inOrder.findIndex((element) => element.contains(document.activeElement));
  const still = inOrder[held];
  inOrder.forEach((element, index) => {
    if (still && index < held) still.before(element);
    else if (element !== still) element.parentElement?.append(element);
  });
}
