import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { PagePreview } from '#server/platform/http/web-app.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { selectListing } from './listings.store.ts';
import { previewTexts } from './preview-texts.ts';

/** A link may have taken punctuation along. */
const LISTING = /[?&]listing=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/i;

/**
 * What a link to offered food shows on other sites, to anyone who has it: its title, nothing of its place, its giver or
 * its photos, which are for people who are signed in. Null for any other address.
 */
export async function listingPreview(
  ctx: AppContext,
  { url, ip }: { readonly url: string; readonly ip: string },
  language: Language,
): Promise<PagePreview | null> {
  const id = LISTING.exec(url)?.[1]?.toLowerCase();
  if (id === undefined) return null;
  await ctx.rateLimits.spend('address-read', ip);
  const row = await selectListing(ctx.db, id);
  if (row?.status !== 'posted' || row.offered_until <= ctx.clock.now()) return null;
  const description = translateInto(language)(previewTexts, 'listing');
  return { title: row.title, description, address: `/?listing=${id}` };
}
