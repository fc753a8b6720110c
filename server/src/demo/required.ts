/** Throws if the demo refers to something that its lists do not contain. */
export function required<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the demo names something that is not in its lists');
  return thing;
}
