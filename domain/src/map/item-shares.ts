/**
 * Shares a number of items out among clusters, given how many each could show, the largest first: as alike as they
 * can be, so that one that could show some is not left with none while others have two. Gives each cluster's share.
 */
export function shareItems(wants: readonly number[], items: number): number[] {
  const shares = wants.map(() => 0);
  let left = items;
  // from the smallest: what it does not need is for those that could show more
  for (let nth = wants.length - 1; nth >= 0; nth--) {
    const share = Math.min(wants[nth] ?? 0, Math.ceil(left / (nth + 1)));
    shares[nth] = share;
    left -= share;
  }
  return shares;
}
