import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { plainNumber } from '@openlarder/domain/kernel/text-characters.ts';

const NUMBER = String.raw`([+-]?\d{1,3}(?:[.]\d+)?)`;
const PAIR = `${NUMBER}(?:,|%2C|~|/)\\+?${NUMBER}`;

/** How the addresses of map services hold a position; the place's own stands before the view's. */
const IN_LINKS = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`, 'i'),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`, 'i'),
  new RegExp(`[?&](?:q|query|ll|sll|daddr|destination|center|coordinate|cp|loc)=(?:loc:)?${PAIR}`, 'i'),
  new RegExp(`#(?:map=)?\\d+(?:\\.\\d+)?/${PAIR}`, 'i'),
  new RegExp(`/@${PAIR}`, 'i'),
  new RegExp(`/(?:place|search|dir)/${PAIR}`, 'i'),
];
const GEO_URI = new RegExp(`^geo:${NUMBER},${NUMBER}`, 'i');

/** 52°31'12"N 13°24'18"E, as other maps copy it. */
const SEXAGESIMAL =
  /^(\d{1,2})\s*°\s*(\d{1,2}(?:[.,]\d+)?)?\s*['′’]?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*["″”])?\s*([NS])[\s,;]+(\d{1,3})\s*°\s*(\d{1,2}(?:[.,]\d+)?)?\s*['′’]?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*["″”])?\s*([EWO])$/i;

const pointOf = (latitude: string | undefined, longitude: string | undefined): GeoPoint | null => {
  const [north, east] = [parseDegrees(latitude ?? '', 90), parseDegrees(longitude ?? '', 180)];
  return north === null || east === null ? null : normalizePoint({ latitude: north, longitude: east });
};

const decimal = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'));

/**
 * The position in what someone pastes from another map: two numbers in degrees ("52.52, 13.405", with decimal commas
 * "52,52 13,405"), degrees with minutes and seconds, a geo: URI (RFC 5870), or the address of a map. Null if it holds none.
 */
export function positionInText(text: string): GeoPoint | null {
  const given = text.trim();
  if (given.length > 2000) return null;
  const uri = GEO_URI.exec(given);
  if (uri) return pointOf(uri[1], uri[2]);
  if (/^https?:/i.test(given)) {
    for (const pattern of IN_LINKS) {
      const found = pattern.exec(given);
      if (found) return pointOf(found[1], found[2]);
    }
    return null;
  }
  const turned = SEXAGESIMAL.exec(given);
  if (turned) {
    const [, d, m, s, ns, D, M, S, ew] = turned;
    const north = decimal(d) + decimal(m) / 60 + decimal(s) / 3600;
    const east = decimal(D) + decimal(M) / 60 + decimal(S) / 3600;
    // W is west in every language that writes O for east
    return pointOf(
      String(ns?.toUpperCase() === 'S' ? -north : north),
      String(ew?.toUpperCase() === 'W' ? -east : east),
    );
  }
  const [latitude, longitude, ...more] = /[;\s]/.test(given)
    ? given.split(/\s*;\s*|\s*,\s+|\s+/).filter(Boolean)
    : given.split(',');
  return more.length > 0 ? null : pointOf(latitude, longitude);
}

/** Decimals of a coordinate: six are about 10 cm. */
const DECIMALS = 6;

/** The point as it is stored and sent. Longitudes past the date line wrap around. */
export function normalizePoint({ latitude, longitude }: GeoPoint): GeoPoint {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return {
    latitude: Number(Math.max(-90, Math.min(90, latitude)).toFixed(DECIMALS)),
    longitude: Number(wrapped.toFixed(DECIMALS)),
  };
}

/** Degrees from typed text: point or comma, minus, degree sign. Null if no number or beyond `limit`. */
export function parseDegrees(text: string, limit: 90 | 180): number | null {
  const plain = plainNumber(text.replace(/°\s*$/, '')).replace(',', '.');
  if (!/^[+-]?\d{1,3}(\.\d*)?$/.test(plain)) return null;
  const degrees = Number(plain);
  return Math.abs(degrees) <= limit ? degrees : null;
}
