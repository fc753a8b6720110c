/**
 * Distributes a number of items among clusters as evenly as possible, so that no cluster gets none while
 * others have two. `wants` is how many each could show, largest first. Returns each cluster's share.
 */
export function distributeItems(wants: readonly number[], items: number): number[] {
  const shares = wants.map(() => 0);
  let left = items;
  // smallest first: what it does not need goes to those that could show more
  for (let nth = wants.length - 1; nth >= 0; nth--) {
    const share = Math.min(wants[nth] ?? 0, Math.ceil(left / (nth + 1)));
    shares[nth] = share;
    left -= share;
  }
  return shares;
}
