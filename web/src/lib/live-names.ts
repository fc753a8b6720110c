/** How long a process may be behind another one. */
const ROW_NAMED_MS = 10_000;

let socketId: string | null = null;
let latest: { readonly row: string; readonly atMs: number } | null = null;

/** The tab's socket has opened under this name, or closed. */
export const nameLiveSocket = (id: string | null): void => {
  socketId = id;
};

/** The tab has learned of an event: what it fetches next must not be from before. */
export function noteLiveRow(row: string | null | undefined): void {
  if (row) latest = { row, atMs: performance.now() };
}

/** The headers by which a write leaves out its own tab, and a GET is not answered from before what the tab knows. */
export function liveHeaders(method: string): Record<string, string> {
  if (method !== 'GET') return socketId === null ? {} : { 'Live-Socket': socketId };
  const isRecent = latest !== null && performance.now() - latest.atMs < ROW_NAMED_MS;
  return latest && isRecent ? { 'Live-Row': latest.row } : {};
}
