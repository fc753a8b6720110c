/*
 * Translators of browsers and extensions put an element in the place of a text, or around it, behind React's back: then
 * React removes, inserts and changes texts that are no longer where it left them.
 */

/** The elements that a translator has put in the place of texts, which are on no page any more. */
const standIns = new WeakMap<Node, Element>();

/** What is in `parent` now for one of its children: the child, an element around it, or its stand-in. */
function inPlaceOf(child: Node, parent: Node): Node | null {
  for (let at: Node | null = child; at; at = at.parentNode) if (at.parentNode === parent) return at;
  const standIn = standIns.get(child);
  return standIn ? inPlaceOf(standIn, parent) : null;
}

/** Finds the stand-ins of the texts that these changes have taken off the page. */
function noteStandIns(changes: readonly MutationRecord[], watch: MutationObserver): void {
  const added = new Set(
    changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element),
  );
  if (added.size === 0) return;
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const standIn = [...addedNodes, previousSibling, nextSibling].find(
      (node): node is Element => node instanceof Element && added.has(node),
    );
    if (!standIn) continue;
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected) continue;
      standIns.set(text, standIn);
      // React changes a text without looking for it on the page
      watch.observe(text, { characterData: true });
    }
  }
}

/** When a text moves, its stand-in goes. */
function removeStandIn(text: Node): void {
  standIns.get(text)?.remove();
  standIns.delete(text);
}

/** Puts a text that has changed back into the place of its stand-in; the translator then finds the new text. */
function putBackChanged(changes: readonly MutationRecord[]): void {
  for (const { target } of changes) {
    const standIn = standIns.get(target);
    if (!standIn) continue;
    standIns.delete(target);
    if (standIn.isConnected) standIn.replaceWith(target);
  }
}

/** Lets React work on a page that is being translated. Only nodes that are not where React left them are affected. */
export function surviveTranslation(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the node they belong to
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const there = child.parentNode === this ? child : inPlaceOf(child, this);
    if (there) removeChild.call(this, there);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    removeStandIn(node);
    const isThere = before === null || before.parentNode === this;
    insertBefore.call(this, node, isThere ? before : inPlaceOf(before, this));
    return node;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    removeStandIn(node);
    appendChild.call(this, node);
    return node;
  };
  new MutationObserver((changes, watch) => {
    putBackChanged(changes.filter(({ type }) => type === 'characterData'));
    noteStandIns(
      changes.filter(({ type }) => type === 'childList'),
      watch,
    );
  }).observe(document, { childList: true, subtree: true });
}
