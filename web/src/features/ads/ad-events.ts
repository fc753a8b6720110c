import { recordClick, recordImpression } from '@openlarder/domain/ads/ad-contract.ts';
import type { AdPlacement } from '@openlarder/domain/ads/ad-fields.ts';
import { call } from '#web/lib/call.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { countImpression, impressionOf, saveImpression } from './ad-memory.ts';

/** Impressions on their way, by ad. */
const underWay = new Map<string, Promise<string | null>>();

/** Counts that an ad was seen, once for each tab. Resolves to the impression's id; null if it could not be counted. */
export function noteSeen(adId: string, location: AdPlacement): Promise<string | null> {
  const known = impressionOf(adId);
  if (known !== null) return Promise.resolve(known);
  const pending = underWay.get(adId) ?? sendImpression(adId, location);
  underWay.set(adId, pending);
  return pending;
}

async function sendImpression(adId: string, location: AdPlacement): Promise<string | null> {
  try {
    const { impressionId } = await call(recordImpression, {
      params: { adId },
      body: { userId: null, location },
    });
    saveImpression(adId, impressionId);
    countImpression(adId);
    return impressionId;
  } catch (error) {
    console.warn('The view of an ad was not counted', error);
    return null;
  } finally {
    underWay.delete(adId);
  }
}

/** Counts that an ad was followed; never rejects, and survives leaving the page. */
export async function noteFollowed(adId: string, location: AdPlacement): Promise<void> {
  try {
    const impressionId = await noteSeen(adId, location);
    if (impressionId === null) return;
    await call(recordClick, { params: { adId }, body: { impressionId }, keepalive: true });
  } catch (error) {
    // the impression is older than the server keeps it
    if (error instanceof HttpError && error.status === 404) saveImpression(adId, null);
    console.warn('The click on an ad was not counted', error);
  }
}
