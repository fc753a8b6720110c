/*
 * Translators of browsers and extensions put elements or other texts in the place of a text, or elements around it, behind
 * React's back: then React removes, inserts and changes texts that are no longer where it left them.
 */

/** The nodes that a translator has put in the place of texts, which are on no page any more. */
const standIns = new WeakMap<Node, readonly ChildNode[]>();

/** What is in `parent` now for a node that React left there: the node, deeper inside, or its stand-ins. */
function inPlaceOf(node: Node, parent: Node): readonly Node[] {
  if (node.parentNode && parent.contains(node)) return [node];
  return (standIns.get(node) ?? []).flatMap((standIn) => inPlaceOf(standIn, parent));
}

/** The texts that were taken off the page, with what was put where each was. The changes are in order. */
function replacedTexts(changes: readonly MutationRecord[]): Map<Text, readonly ChildNode[]> {
  const replaced = new Map<Text, readonly ChildNode[]>();
  /** New nodes that nothing has made way for yet. */
  const put = new Set<ChildNode>();
  /** Texts that are gone, the change that took them, and what has come for them since: a text may be split. */
  let gap: { readonly texts: readonly Text[]; readonly left: MutationRecord; parts: ChildNode[] } | null =
    null;
  for (const change of changes) {
    const { target, addedNodes, removedNodes, previousSibling, nextSibling } = change;
    const added = [...addedNodes].filter((node) => node instanceof Element || node instanceof Text);
    const removed = [...removedNodes].filter((node) => node instanceof Text);
    if (
      gap?.left.target === target &&
      gap.left.nextSibling === nextSibling &&
      previousSibling === (gap.parts.at(-1) ?? gap.left.previousSibling) &&
      added.length > 0 &&
      removed.length === 0 &&
      (gap.parts.length === 0 || added.every((node) => node instanceof Text))
    ) {
      gap.parts.push(...added);
      for (const text of gap.texts) replaced.set(text, gap.parts);
      continue;
    }
    const beside = [...put].find((node) => node === previousSibling || node === nextSibling);
    const standing: readonly ChildNode[] = added.length > 0 || !beside ? added : [beside];
    gap = standing.length === 0 && removed.length > 0 ? { texts: removed, left: change, parts: [] } : null;
    if (standing.length > 0) for (const text of removed) replaced.set(text, standing);
    if (removed.length === 0) for (const node of added) put.add(node);
    else if (beside) put.delete(beside);
  }
  return replaced;
}

function noteStandIns(changes: readonly MutationRecord[], watch: MutationObserver): void {
  for (const [text, nodes] of replacedTexts(changes)) {
    if (text.isConnected) continue;
    standIns.set(text, nodes);
    // React changes a text without looking for it on the page
    watch.observe(text, { characterData: true });
  }
}

/** When a text moves, its stand-ins go, and theirs, which a second translation has put. */
function removeStandIns(text: Node): void {
  for (const standIn of standIns.get(text) ?? []) {
    removeStandIns(standIn);
    standIn.remove();
  }
  standIns.delete(text);
}

/** Puts a text that has changed back into the place of its stand-ins; the translator then finds the new text. */
function putBackChanged(changes: readonly MutationRecord[]): void {
  for (const { target } of changes) {
    const [first, ...others] = inPlaceOf(target, document).filter((node) => node !== target);
    standIns.delete(target);
    first?.parentNode?.replaceChild(target, first);
    for (const other of others) other.parentNode?.removeChild(other);
  }
}

/** Lets React work on a page that is being translated. Only nodes that are not where React left them are affected. */
export function surviveTranslation(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the node they belong to
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    for (const there of inPlaceOf(child, this)) {
      let emptied: Node = there;
      // what was put around it alone goes with it
      while (emptied.parentNode && emptied.parentNode !== this && emptied.parentNode.childNodes.length === 1)
        emptied = emptied.parentNode;
      if (emptied.parentNode) removeChild.call(emptied.parentNode, emptied);
    }
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    removeStandIns(node);
    let there = before && (inPlaceOf(before, this)[0] ?? null);
    // what was put around it alone, or around it first, comes after the node too
    while (there && there.parentNode !== this && !there.previousSibling) there = there.parentNode;
    insertBefore.call(there?.parentNode ?? this, node, there);
    return node;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    removeStandIns(node);
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
