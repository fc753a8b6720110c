import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { mayStore, personalDataOwner, personalKey } from '#web/lib/personal-storage.ts';
import { isEndingSession } from '#web/lib/session-navigation.ts';
import { type KeptFiles, mayStillArrive, type PhotoItem } from './photo-list.ts';
import type { PhotoUploads } from './photo-uploads.ts';

/*
 * Photos that have not arrived, which a reload, a crash or the end of a session would lose: the page alone has them. Their
 * files are in a cache of the person's, since the browser's storage takes texts only; where caches are refused or missing,
 * as without https, they are not kept.
 */

/** Like the draft of the form. */
const KEPT_MS = 7 * DAY_MS;
async function openKept(): Promise<Cache | null> {
  const owner = personalDataOwner();
  const name = owner && personalKey('photos', owner);
  // after the sign-out nothing is kept
  return name && mayStore(name) ? window.caches.open(name) : null;
}

/** One thing after the other, so that a file that goes is there already. What is refused is not kept. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: (kept: Cache) => Promise<T>): Promise<T | undefined> {
  const result = last.then(async () => {
    const kept = await openKept();
    return kept ? work(kept) : undefined;
  });
  const settled = result.catch(() => undefined);
  last = settled;
  return settled;
}

const folderOf = (form: string): string => `/kept-photos/${form}/`;

function keep(form: string, { key, file, name }: PhotoItem): void {
  if (!file) return;
  const headers = { 'kept-at': String(Date.now()), 'kept-name': encodeURIComponent(name) };
  void inTurn((kept) => kept.put(`${folderOf(form)}${key}`, new Response(file, { headers })));
}

/**
 * The files that an earlier page of this person has kept for the form, or those that are chosen by their keys. They are kept
 * no more, nor is what is too old.
 */
export async function takeFiles(
  form: string,
  choose = (keys: readonly string[]): readonly string[] => keys,
): Promise<KeptFiles> {
  const files = new Map<File, string>();
  await inTurn(async (kept) => {
    const keys: string[] = [];
    for (const request of await kept.keys()) {
      const { pathname } = new URL(request.url);
      const response = await kept.match(request);
      if (Date.now() - Number(response?.headers.get('kept-at')) > KEPT_MS) await kept.delete(request);
      else if (pathname.startsWith(folderOf(form))) keys.push(pathname.slice(folderOf(form).length));
    }
    for (const key of choose(keys)) {
      const response = await kept.match(`${folderOf(form)}${key}`);
      if (!response) continue;
      const blob = await response.blob();
      const name = decodeURIComponent(response.headers.get('kept-name') ?? '');
      files.set(new File([blob], name, { type: blob.type }), key);
      await kept.delete(`${folderOf(form)}${key}`);
    }
  });
  return files;
}

/**
 * Keeps the files of a form's photos until they have arrived or are removed, or as long as `isKept` says. Where there is no
 * cache, the browser asks before the page goes.
 */
export function keepFiles(
  uploads: Pick<PhotoUploads, 'state' | 'items'>,
  form: string,
  isKept: (item: PhotoItem) => boolean = mayStillArrive,
): void {
  let known = new Set<string>();
  const ask = (event: Event) => {
    if (!isEndingSession()) event.preventDefault();
  };
  uploads.state.subscribe(() => {
    const here = uploads.items().filter(isKept);
    for (const item of here) if (!known.has(item.key)) keep(form, item);
    const keys = new Set(here.map(({ key }) => key));
    for (const key of known)
      if (!keys.has(key)) void inTurn((kept) => kept.delete(`${folderOf(form)}${key}`));
    known = keys;
    removeEventListener('beforeunload', ask);
    if (known.size > 0 && !('caches' in window)) addEventListener('beforeunload', ask);
  });
}
