import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/ids.ts';
import * as z from 'zod/mini';
import type { FeedPosition } from './feed.store.ts';

/** Farther than a Date reaches is no time of ours. */
const instantMs = z.int().check(z.gte(0), z.lte(8.64e15));
const positionSchema = z.tuple([instantMs, z.boolean(), z.boolean(), instantMs, instantMs, idSchema]);

/** A position as the opaque text of a `Link`. */
export function encodeCursor(position: FeedPosition): string {
  const { asOfMs, isPlaceless, isOver, feedEndMs, createdAtMs, id } = position;
  const parts = [asOfMs, isPlaceless, isOver, feedEndMs, createdAtMs, id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The position a cursor stands for; refuses with 422 on `cursor` what is none of ours. */
export function decodeCursor(cursor: string): FeedPosition {
  const parsed = z.safeParse(positionSchema, parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw unprocessable({ cursor: 'This page is no longer there. Please start again.' });
  const [asOfMs, isPlaceless, isOver, feedEndMs, createdAtMs, id] = parsed.data;
  return { asOfMs, isPlaceless, isOver, feedEndMs, createdAtMs, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
