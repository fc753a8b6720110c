import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { singleLine } from '@openlarder/domain/kernel/text-characters.ts';
import { latitudeSchema, longitudeSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { AddressLookup, FoundAddress } from '@openlarder/domain/places/place-contract.ts';
import * as z from 'zod/mini';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { makeConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import { communityPlace } from './community-place.ts';

const LISTED = 5;
/** Addresses farther from the community than this are of no use. */
const REACH_M = 100_000;
const PATIENCE_MS = 2000;
/** After a fault it is left alone for this time. */
const PAUSE_MS = 10_000;
const MAX_BYTES = 200_000;
const CACHED = 1000;
const CACHED_FOR_MS = 3_600_000;
const AT_ONCE = 4;
const MAX_LABEL_LENGTH = 150;

const text = z.optional(z.nullable(z.string()));
/** A feature of Photon's answer. */
const photon = z.object({
  features: z.array(z.unknown()),
});
const photonFeature = z.object({
  geometry: z.object({ coordinates: z.tuple([longitudeSchema, latitudeSchema]) }),
  properties: z.object({
    name: text,
    street: text,
    housenumber: text,
    postcode: text,
    district: text,
    city: text,
  }),
});
/** A place of Nominatim's answer; numbers come as text. */
const nominatim = z.array(z.unknown());
const nominatimPlace = z.object({ lat: z.string(), lon: z.string(), display_name: z.string() });
const point = z.object({ latitude: latitudeSchema, longitude: longitudeSchema });

type Known = { readonly found: Promise<FoundAddress[]>; readonly atMs: number };

const lookups = perApp(() => ({
  limit: makeConcurrencyLimit(AT_ONCE),
  known: new Map<string, Known>(),
  pausedUntilMs: 0,
}));

/**
 * Addresses near the community that begin like this, from the community's geocoder. It learns what was typed and nothing of
 * who typed it; no log does. It is away where it is slow, fails, or answers anything else.
 */
export async function lookUpAddress(
  ctx: AppContext,
  typed: string,
  language: string,
): Promise<AddressLookup> {
  const { geocoderUrl } = ctx.settings;
  const state = lookups(ctx);
  const nowMs = (): number => ctx.clock.now().getTime();
  if (geocoderUrl === null) return { addresses: [], isAway: true };
  const key = `${language} ${typed.toLowerCase()}`;
  let known = state.known.get(key);
  if (!known || nowMs() - known.atMs > CACHED_FOR_MS) {
    if (nowMs() < state.pausedUntilMs) return { addresses: [], isAway: true };
    const { center } = await communityPlace(ctx);
    const found = state.limit(async () => {
      // those that wait for a slow one do not ask it again
      if (nowMs() < state.pausedUntilMs) throw new Error('paused');
      return ask(geocoderUrl, typed, language, center);
    });
    known = { found, atMs: nowMs() };
    state.known.set(key, known);
    const [oldest] = state.known.keys();
    if (state.known.size > CACHED && oldest !== undefined) state.known.delete(oldest);
  }
  try {
    return { addresses: await known.found, isAway: false };
  } catch (error) {
    state.known.delete(key);
    if (nowMs() >= state.pausedUntilMs) {
      // the library's message may repeat the address
      ctx.log.warn(
        { fault: error instanceof Error ? error.name : 'unknown' },
        'GEOCODER_URL does not answer',
      );
      state.pausedUntilMs = nowMs() + PAUSE_MS;
    }
    return { addresses: [], isAway: true };
  }
}

/** Photon refuses languages that its index does not have; these are in the one that is offered for download. */
const PHOTON_LANGUAGES = new Set(['en', 'de', 'fr']);
const photonLanguage = (language: string): string => (PHOTON_LANGUAGES.has(language) ? language : 'default');

async function ask(base: string, typed: string, language: string, near: GeoPoint): Promise<FoundAddress[]> {
  const url = new URL(base);
  const isNominatim = /\/search\/?$/.test(url.pathname);
  const asked = isNominatim
    ? { q: typed, format: 'jsonv2', limit: LISTED, 'accept-language': language, viewbox: boxAround(near) }
    : { q: typed, limit: LISTED, lang: photonLanguage(language), lat: near.latitude, lon: near.longitude };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, String(value));
  const reply = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': 'OpenLarder' },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  // it does not understand what was typed, which says nothing of others
  if (reply.status === 400 || reply.status === 422) return [];
  if (!reply.ok) throw new Error('refused');
  const answer: unknown = JSON.parse(await textOf(reply));
  const found = isNominatim
    ? nominatim.parse(answer).flatMap(fromNominatim)
    : photon.parse(answer).features.flatMap(fromPhoton);
  const seen = new Set<string>();
  return found
    .filter((each) => distanceM(each, near) <= REACH_M)
    .filter(({ label, detail }) => !seen.has(`${label} ${detail}`) && seen.add(`${label} ${detail}`))
    .slice(0, LISTED);
}

async function textOf(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const boxAround = ({ latitude, longitude }: GeoPoint): string =>
  [longitude - 0.5, latitude + 0.5, longitude + 0.5, latitude - 0.5].join(',');

/** One entry that makes no sense is left out. */
function fromPhoton(feature: unknown): FoundAddress[] {
  const { data } = photonFeature.safeParse(feature);
  if (!data) return [];
  const { name, street, housenumber, postcode, district, city } = data.properties;
  const [longitude, latitude] = data.geometry.coordinates;
  const road = [street, housenumber].filter(Boolean).join(' ');
  const town = [postcode, city ?? district].filter(Boolean).join(' ');
  return addressOf(name && name !== road ? [name, road, town] : [road, town], { latitude, longitude });
}

function fromNominatim(place: unknown): FoundAddress[] {
  const { data } = nominatimPlace.safeParse(place);
  const at = data && point.safeParse({ latitude: Number(data.lat), longitude: Number(data.lon) }).data;
  if (!data || !at) return [];
  const [first = '', second = '', ...more] = data.display_name.split(', ');
  // a house number stands before its street
  return addressOf(
    /^\d/.test(first) ? [`${first} ${second}`, ...more.slice(0, 3)] : [first, second, ...more.slice(0, 2)],
    at,
  );
}

function addressOf(parts: readonly (string | null | undefined)[], at: GeoPoint): FoundAddress[] {
  const [label, ...rest] = parts.map((part) => singleLine(part ?? '')).filter((part) => part !== '');
  const detail = rest.join(', ');
  if (!label || label.length + detail.length > MAX_LABEL_LENGTH || !`${label}${detail}`.isWellFormed())
    return [];
  return [{ label, detail, ...at }];
}
