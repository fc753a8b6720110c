/** The request that this tab says it helps with just now: that it is matched is then no news to tell. */
export const answering: { id: string | null } = { id: null };
